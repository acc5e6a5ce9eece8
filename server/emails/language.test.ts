import { beforeAll, beforeEach, expect, test } from "vitest";
import { selling } from "#server/testing/selling.ts";
import { openTestShop } from "#server/testing/shop.ts";
import { setLanguage } from "#words/say.ts";

// The templates are loaded with the first email, which on a busy machine takes longer than a test should.
let compose: typeof import("./compose.ts").composeEmail;
beforeAll(async () => {
  ({ composeEmail: compose } = await import("./compose.ts"));
});
const shop = await openTestShop({ shopLocale: "de-DE", publicUrl: "https://shop.example" });
const { bought } = selling(shop);
const confirmed = async () => {
  const { id, order } = await bought({ price: 1999 });
  const email = await compose(shop.app, {
    id: "1",
    template: "order_confirmed",
    recipient: null,
    user_id: null,
    facts: { order_id: id },
    attempts: 0,
    created_at: shop.app.now().toISOString(),
  });
  return { order, email };
};

beforeEach(() =>
  setLanguage("de-DE", {
    "Order {number} is confirmed": "Bestellung {number} ist bestätigt",
    "Thank you for your order": "Danke für Ihre Bestellung",
    "Tax included": "Enthaltene Steuer",
    "View your order": "Zur Bestellung",
  }),
);

test("C11 emails and their prices are in the language of the shop", async () => {
  const { order, email } = await confirmed();
  expect(email?.subject).toBe(`Bestellung ${order.number} ist bestätigt`);
  expect(email?.html).toContain('<html dir="ltr" lang="de-DE">');
  for (const words of ["Danke für Ihre Bestellung", "Enthaltene Steuer", "Zur Bestellung", "19,99\u00a0€"])
    expect(email?.html).toContain(words);
});

test("C11 an email in a right-to-left language has the direction rtl", async () => {
  setLanguage("ar", { "Thank you for your order": "شكرا لطلبك" });
  const { email } = await confirmed();
  expect(email?.html).toContain('<html dir="rtl" lang="ar">');
  expect(email?.html).toContain("شكرا لطلبك");
});
