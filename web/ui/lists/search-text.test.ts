import { expect, test } from "vitest";
import { followUrl, searchFor } from "./search-text.ts";

const blank = { text: "", known: undefined, pending: [] };

test("A3 a letter typed while an earlier search is on its way to the URL is not lost", () => {
  const typed = searchFor({ ...searchFor({ ...blank, text: "Find" }, "Find"), text: "Finde" }, "Finde");
  const first = followUrl(typed, "Find");
  expect(first.text).toBe("Finde");
  expect(followUrl(first, "Finde")).toEqual({ text: "Finde", known: "Finde", pending: [] });
});

test("A3 the field follows a URL that was changed elsewhere, also to an earlier search of the field", () => {
  const searched = followUrl(searchFor({ ...blank, text: "Find" }, "Find"), "Find");
  const cleared = followUrl(searched, undefined);
  expect(cleared.text).toBe("");
  expect(followUrl(cleared, "Find").text).toBe("Find");
});

test("A3 a search that another one replaced is no longer expected", () => {
  const replaced = followUrl(searchFor(searchFor({ ...blank, text: "ab" }, "a"), "ab"), "ab");
  expect(followUrl(replaced, "a").text).toBe("a");
});

test("A3 a search that the URL has already is not expected", () => {
  const searched = searchFor({ text: "a", known: "a", pending: [] }, "a");
  expect(followUrl(followUrl(searched, "b"), "a").text).toBe("a");
});
