import { expect, test } from "vitest";
import { selling } from "#server/testing/selling.ts";
import { openTestShop } from "#server/testing/shop.ts";
import { canSellTo, getSettings, listSellerDuties, updateSettings } from "./shop.ts";

const legalDetails = {
  legal_name: "Lamps GmbH",
  address: "Main Street 1\n10115 Berlin",
  contact: { email: "hello@lamps.example", phone: "+49 30 1234567", messaging: null, chat: null, video: null },
  terms: "<p>Terms</p>",
  returns: "<p>Withdrawal</p>",
  privacy: "<p>Privacy</p>",
};

test("a new shop lists what the law of the EU asks for and is missing", async () => {
  const { app } = await openTestShop({ demo: false });
  expect(listSellerDuties(await getSettings(app.db))).toEqual([
    { duty: "imprint", is_met: false, missing: ["legal_name", "address", "email", "phone"] },
    { duty: "terms", is_met: false, missing: ["terms"] },
    { duty: "withdrawal_policy", is_met: false, missing: ["returns"] },
    { duty: "privacy_policy", is_met: false, missing: ["privacy"] },
  ]);
  await app.db.transaction().execute((tx) => updateSettings(tx, legalDetails));
  expect(listSellerDuties(await getSettings(app.db)).every(({ is_met }) => is_met)).toBe(true);
});

test("a new shop takes orders to the EU once its legal details are complete, and to other countries before", async () => {
  const shop = await openTestShop({ demo: false });
  const { order, fill, product } = selling(shop);
  const admin = await shop.person("admin");
  const buyer = await shop.person();
  const { body } = await shop.ask("GET /settings", { token: admin.token });
  const bank = {
    account_holder: "Lamps GmbH",
    iban: "DE89 3704 0044 0532 0130 00",
    bic: "",
    bank_name: "",
  };
  await shop.app.db.transaction().execute((tx) => updateSettings(tx, { bank_account: bank }));
  await fill(buyer, (await product()).id);
  expect(await order(buyer)).toMatchObject({ status: 409, body: { code: "legal_details_missing" } });
  const quote = (country: string) => shop.ask(`GET /checkout/quote?country=${country}`, { token: buyer.token });
  expect(await quote("DE")).toMatchObject({ status: 409, body: { code: "legal_details_missing" } });
  expect((await quote("CH")).status).toBe(200);
  const { legal_name, address, contact, ...policies } = legalDetails;
  const general = { ...body.data.general, legal_name, address, contact };
  expect((await shop.ask("PUT /settings/general", { token: admin.token, body: general })).status).toBe(200);
  expect(await order(buyer)).toMatchObject({ status: 409, body: { code: "legal_details_missing" } });
  const texts = { ...body.data.policies, ...policies };
  expect((await shop.ask("PUT /settings/policies", { token: admin.token, body: texts })).status).toBe(200);
  expect((await order(buyer)).status).toBe(201);
});

test("a save that would stop the orders to the EU is refused once the shop sells there, an undo too", async () => {
  const shop = await openTestShop({ demo: false });
  const { token } = await shop.person("admin");
  const set = (settings: object) => shop.app.db.transaction().execute((tx) => updateSettings(tx, settings));
  const save = async (group: "general" | "policies", change: object) => {
    const { body } = await shop.ask("GET /settings", { token });
    return shop.ask(`PUT /settings/${group}`, { token, body: { ...body.data[group], ...change } });
  };
  const refused = (field: string) => ({ status: 400, body: { errors: [{ field, code: "required" }] } });
  await set({ ...legalDetails, contact: { ...legalDetails.contact, phone: null } });
  expect((await save("general", { tagline: "Lamps" })).status).toBe(200);
  expect((await save("general", { contact: legalDetails.contact })).status).toBe(200);
  const [entry] = (await shop.ask("GET /audit", { token })).body.data;
  expect(await shop.ask(`POST /audit/${entry.id}/undo`, { token })).toMatchObject(refused("contact.phone"));
  expect(await save("general", { contact: { ...legalDetails.contact, phone: null } })).toMatchObject(
    refused("contact.phone"),
  );
  expect(await save("general", { address: null })).toMatchObject(refused("address"));
  expect(await save("policies", { terms: null })).toMatchObject(refused("terms"));
  expect(await save("policies", { terms: "<script>1</script>" })).toMatchObject(refused("terms"));
  expect((await save("policies", { delivery: null, terms: "<p>Other terms</p>" })).status).toBe(200);
  // Elsewhere nothing of it is needed.
  for (const { id, version } of (await shop.ask("GET /shipping/methods", { token })).body.data)
    await shop.ask(`PUT /shipping/methods/${id}`, { token, body: { version, is_active: false } });
  expect((await shop.ask("GET /checkout/countries")).body.data).not.toContain("DE");
  expect((await save("policies", { terms: null })).status).toBe(200);
});

test("demo shops and shops from before the rule sell to the EU without legal details", async () => {
  const { app } = await openTestShop({ demo: false });
  const settings = await getSettings(app.db);
  expect(canSellTo(settings, { demo: undefined }, "DE")).toBe(false);
  expect(canSellTo(settings, { demo: undefined }, "CH")).toBe(true);
  expect(canSellTo({ ...settings, requires_legal_details: false }, { demo: undefined }, "DE")).toBe(true);
  expect(canSellTo({ ...settings, demo: true }, { demo: undefined }, "DE")).toBe(true);
  expect(canSellTo(settings, { demo: true }, "DE")).toBe(true);
});

test("a VAT ID of a seller in the EU needs its country; one that was saved before stays", async () => {
  const shop = await openTestShop();
  const { token } = await shop.person("admin");
  const save = async (change: object) => {
    const { body } = await shop.ask("GET /settings", { token });
    return shop.ask("PUT /settings/general", { token, body: { ...body.data.general, ...change } });
  };
  const refused = { status: 400, body: { errors: [{ field: "vat_id" }] } };
  expect(await save({ country: "DE", vat_id: "123456789" })).toMatchObject(refused);
  expect((await save({ country: "DE", vat_id: "DE 123.456.788" })).status).toBe(200);
  expect((await save({ country: "SG", vat_id: "201912345K" })).status).toBe(200);
  expect((await save({ country: "DE" })).status).toBe(200);
});
