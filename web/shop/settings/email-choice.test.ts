import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { readEmailChoice } from "./email-choice.ts";

const choiceAt = (search: string) => readEmailChoice(new URLSearchParams(search), ["en", "de"]);

test("the address names the language and the email whose texts are edited", () => {
  expect(choiceAt("language=de&email=order_shipped")).toEqual({ language: "de", email: "order_shipped" });
});

test("without them, or with unknown ones, it is the shop's language and the confirmation of orders", () => {
  const first = { language: "en", email: "order_confirmed" };
  expect(choiceAt("")).toEqual(first);
  expect(choiceAt("language=fr&email=none")).toEqual(first);
});

// With the language in a state, German texts typed when a session ended were restored in the form of the English ones.
test("the page has no choice of its own beside the address", () => {
  const page = readFileSync("web/shop/settings/email-templates.admin.page.tsx", "utf8");
  expect(page).toContain("readEmailChoice(search, languages)");
  expect(page).not.toContain("useState");
});
