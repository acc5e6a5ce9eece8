import { renderToStaticMarkup } from "react-dom/server";
import { expect, test, vi } from "vitest";
import { IncludedTax } from "./included-tax.tsx";

const at = vi.hoisted(() => ({ amount: 0, is_taxed: false }));
vi.mock("#web/cart/destination/delivery-estimate.ts", () => ({
  useDeliveryEstimate: () => ({
    destination: { country: "FR" },
    isHome: false,
    isUnknown: false,
    estimate: {
      ...at,
      price: { amount: at.amount, currency: "EUR" },
      has_duties: false,
      method: null,
      free_from: null,
    },
  }),
}));

test("a price that has changed since isn't said to be without tax where tax is charged", () => {
  const variation = { id: 1, price: { amount: 11_900, currency: "EUR" } };
  const textAt = (amount: number, is_taxed: boolean) => {
    Object.assign(at, { amount, is_taxed });
    return renderToStaticMarkup(<IncludedTax variation={variation} homeCountry="DE" isTaxedAtHome />);
  };
  expect(textAt(11_900, true)).toBe("Tax included.");
  expect(textAt(9900, true)).toBe("Tax included.");
  expect(textAt(11_900, false)).toContain("Tax isn&#x27;t charged at this destination.");
  expect(textAt(10_000, false)).toContain("€100.00 at this destination, where tax isn&#x27;t charged.");
});
