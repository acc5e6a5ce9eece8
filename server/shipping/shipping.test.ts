import { expect, test } from "vitest";
import { openTestShop } from "#server/testing/shop.ts";
import { cheapestDelivery, deliveryCountries, deliveryMethods, deliveryRates } from "./shipping.ts";

const { house } = await openTestShop();

test("C11 delivery is cheapest first and free from the set value on", async () => {
  const small = await deliveryMethods(house.db, { country: "DE", subtotal: 4999 });
  expect(small.map(({ name, price }) => [name, price.amount])).toEqual([
    ["Standard", 490],
    ["Express", 1290],
  ]);
  const large = await deliveryMethods(house.db, { country: "DE", subtotal: 5000 });
  expect(large[0]).toMatchObject({ name: "Standard", price: { amount: 0, currency: "EUR" } });
});

test("C11 a country no zone names is not delivered to", async () => {
  expect(await deliveryMethods(house.db, { country: "AQ", subtotal: 1000 })).toEqual([]);
  expect((await deliveryCountries(house.db))[0]).toBe("DE");
});

test("C11 the estimate of the cart is the cheapest method of the checkout", async () => {
  for (const country of ["DE", "FR", "US"]) {
    const rates = await deliveryRates(house.db, country);
    for (const subtotal of [0, 1, 4999, 5000, 5001, 1_000_000]) {
      const [cheapest] = await deliveryMethods(house.db, { country, subtotal });
      expect(cheapestDelivery(rates, subtotal)).toBe(cheapest?.price.amount);
    }
  }
});
