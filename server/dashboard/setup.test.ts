import { expect, test } from "vitest";
import { administratorWithPassword } from "#server/testing/admin.ts";
import { selling } from "#server/testing/selling.ts";
import { openTestShop } from "#server/testing/shop.ts";

const shop = await openTestShop({ demo: false });
const { token, password } = await administratorWithPassword(shop);

async function save(group: string, change: object) {
  const { body } = await shop.ask("GET /settings", { token });
  const saved = await shop.ask(`PUT /settings/${group}`, { token, body: { ...body.data[group], ...change, password } });
  expect(saved.status).toBe(200);
}
async function openSteps(at = shop, as = token) {
  const { body } = await at.ask("GET /dashboard/setup", { token: as });
  return (body.data as { step: string; is_done: boolean }[]).flatMap(({ step, is_done }) => (is_done ? [] : [step]));
}

test("A7 the steps of an empty shop tick themselves as it is set up", async () => {
  const all = [
    "name",
    "currency",
    "country",
    "taxes",
    "product",
    "returns",
    "return_address",
    "shipping",
    "payment",
    "domain",
    "email",
    "imprint",
    "policies",
    "order",
  ];
  expect(await openSteps()).toEqual(all);
  await save("general", { name: "Lamps" });
  expect(await openSteps()).toEqual(all.slice(1));
  await save("localization", { currency: "EUR" });
  await save("general", { country: "DE", address: "Lamps Ltd\nMain Street 1\n10115 Berlin" });
  expect(await openSteps()).toEqual([
    "product",
    "returns",
    "return_address",
    "payment",
    "domain",
    "email",
    "imprint",
    "policies",
    "order",
  ]);
  const [{ slug: _, ...general }] = (await shop.ask("GET /product-types")).body.data;
  expect(general).toMatchObject({ name: "General", return_days: null });
  const body = { ...general, return_days: 14 };
  expect((await shop.ask(`PUT /product-types/${general.id}`, { token, body })).status).toBe(200);
  // A type without products opens the step of return periods as little as one that an import makes.
  const unused = { name: "Unused", attribute_schema: [] };
  expect((await shop.ask("POST /product-types", { token, body: unused })).status).toBe(201);
  await save("checkout", { return_address: "Lamps Ltd\nMain Street 1\n10115 Berlin" });
  await save("payments", {});
  await save("emails", { smtp: { host: "mail.example.com", port: 587, security: "starttls", username: null } });
  await save("policies", { privacy: "<p>a</p>", terms: "<p>b</p>", returns: "<p>c</p>" });
  expect(await openSteps()).toEqual(["product", "domain", "imprint", "order"]);
  const contact = { email: "hello@lamps.example", phone: "+49 30 1234567", messaging: null, chat: null, video: null };
  await save("general", { legal_name: "Lamps Ltd", contact });
  expect(await openSteps()).toEqual(["product", "domain", "order"]);
  const { order, fill, product } = selling(shop);
  const buyer = await shop.person();
  await fill(buyer, (await product()).id);
  expect(await openSteps()).toEqual(["domain", "order"]);
  expect((await order(buyer)).status).toBe(201);
  expect(await openSteps()).toEqual(["domain"]);
});

test("A7 a country without shipping or tax rate leaves these steps open", async () => {
  const fresh = await openTestShop({ demo: false });
  const admin = await fresh.person("admin");
  const { body } = await fresh.ask("GET /settings", { token: admin.token });
  const general = { ...body.data.general, country: "BR" };
  await fresh.ask("PUT /settings/general", { token: admin.token, body: general });
  expect(await openSteps(fresh, admin.token)).toEqual(expect.arrayContaining(["taxes", "shipping"]));
  expect(await openSteps(fresh, admin.token)).not.toContain("country");
});
