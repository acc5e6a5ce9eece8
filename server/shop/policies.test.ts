import { expect, test } from "vitest";
import { openTestShop } from "#server/testing/shop.ts";
import { policyIn } from "./policies.ts";
import { findPolicyVersion, getSettings } from "./shop.ts";

const shop = await openTestShop();
const { token } = await shop.person("admin");

async function save(group: string, change: object) {
  const { body } = await shop.ask("GET /settings", { token });
  return shop.ask(`PUT /settings/${group}`, { token, body: { ...body.data[group], ...change } });
}
const read = async (language: string, policy: "terms" | "returns" = "terms") =>
  policyIn(await getSettings(shop.app.db), policy, language);
const versions = async () => (await shop.ask("GET /settings/policies/versions", { token })).body;

test("a policy is shown in the visitor's language, else in the shop's first one, and says which", async () => {
  await save("localization", { other_languages: ["de", "ar"] });
  await save("policies", {
    terms: "<p>Terms</p>",
    returns: "<p>Returns</p>",
    policy_translations: { de: { terms: "<p>AGB<script>1</script></p>", returns: "" }, ar: { terms: null } },
  });
  expect(await read("de")).toEqual({ html: "<p>AGB</p>", language: "de" });
  expect(await read("de", "returns")).toEqual({ html: "<p>Returns</p>", language: "en" });
  expect(await read("ar")).toEqual({ html: "<p>Terms</p>", language: "en" });
  expect(await read("en")).toEqual({ html: "<p>Terms</p>", language: "en" });
  expect((await shop.ask("GET /shop/policies/terms")).body.data).toEqual({ html: "<p>Terms</p>", language: "en" });
  const { policies } = (await shop.ask("GET /settings", { token })).body.data;
  expect(policies.policy_translations).toEqual({ de: { terms: "<p>AGB</p>" } });
});

test("a changed translation is a version of its own, and can be undone without the others", async () => {
  await save("policies", { terms: "<p>Terms</p>", policy_translations: { de: { terms: "<p>AGB</p>" } } });
  const before = (await versions()).meta.total;
  await save("policies", { policy_translations: { de: { terms: "<p>Neue AGB</p>" } } });
  const [entry] = (await shop.ask("GET /audit", { token })).body.data;
  await save("policies", {
    policy_translations: { de: { terms: "<p>Neue AGB</p>" }, ar: { terms: "<p>شروط</p>" } },
  });
  const { data, meta } = await versions();
  expect(meta.total).toBe(before + 2);
  expect(data[1]).toMatchObject({
    language: "en",
    terms: "<p>Terms</p>",
    translations: { de: { terms: "<p>Neue AGB</p>" } },
  });
  expect((await shop.ask(`POST /audit/${entry.id}/undo`, { token })).status).toBe(200);
  expect((await shop.ask("GET /settings", { token })).body.data.policies.policy_translations).toEqual({
    de: { terms: "<p>AGB</p>" },
    ar: { terms: "<p>شروط</p>" },
  });
});

test("another first language exchanges the texts of the policies with its translations, and back", async () => {
  await save("localization", { locale: "en", other_languages: ["de"] });
  const written = { terms: "<p>Terms</p>", returns: "<p>Returns</p>", privacy: null };
  await save("policies", {
    ...written,
    policy_translations: { de: { terms: "<p>AGB</p>" }, ar: { terms: "<p>شروط</p>" } },
  });
  expect((await save("localization", { locale: "de-AT", other_languages: ["en"] })).status).toBe(200);
  const german = (await shop.ask("GET /settings", { token })).body.data.policies;
  // Without a translation the text stays, so that the page isn't empty.
  expect(german).toMatchObject({ terms: "<p>AGB</p>", returns: "<p>Returns</p>", privacy: null });
  expect(german.policy_translations).toEqual({
    en: { terms: "<p>Terms</p>", returns: "<p>Returns</p>" },
    ar: { terms: "<p>شروط</p>" },
  });
  expect((await versions()).data[0]).toMatchObject({ language: "de", terms: "<p>AGB</p>" });
  await save("policies", { terms: "<p>Neue AGB</p>" });
  expect(await read("de")).toEqual({ html: "<p>Neue AGB</p>", language: "de" });
  expect(await read("en")).toEqual({ html: "<p>Terms</p>", language: "en" });
  await save("localization", { locale: "en", other_languages: ["de"] });
  const english = (await shop.ask("GET /settings", { token })).body.data.policies;
  expect(english).toMatchObject(written);
  expect(english.policy_translations).toEqual({ de: { terms: "<p>Neue AGB</p>" }, ar: { terms: "<p>شروط</p>" } });
});

test("a translation in the first language itself, as of another SHOP_LOCALE, hides no text", async () => {
  await save("policies", { terms: "<p>Terms</p>", policy_translations: { en: { terms: "<p>Old terms</p>" } } });
  expect(await read("en")).toEqual({ html: "<p>Terms</p>", language: "en" });
  const [{ id }] = (await versions()).data;
  expect(await findPolicyVersion(shop.app.db, id, "en")).toMatchObject({ terms: "<p>Terms</p>" });
});

test("the file of versions has the texts of every language", async () => {
  await save("policies", {
    terms: "<p>Terms of the file</p>",
    policy_translations: { de: { terms: "<p>AGB der Datei</p>" } },
  });
  const { body } = await shop.ask("GET /settings/policies/versions/export", { token });
  expect(body).toContain("<p>Terms of the file</p>");
  expect(body).toContain("AGB der Datei");
});
