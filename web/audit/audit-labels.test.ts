import { expect, test } from "vitest";
import { type ApiRoute, api } from "#contract/api.ts";
import type { Endpoint } from "#contract/endpoint.ts";
import { changeLabel, valueText } from "./audit-labels.ts";

/** As the server records it: by its object, or the path before the first id. */
const recordedByObject = [
  "coupon",
  "shipping_zone",
  "shipping_method",
  "tax_class",
  "tax_rate",
  "search_synonym",
  "product_type",
  "tag",
  "redirect",
];
const entityOf = (route: string) => {
  const { object }: Endpoint = api[route as ApiRoute];
  return object && recordedByObject.includes(object) ? object : (/\/(.*?)(?:\/:|$)/.exec(route)?.[1] ?? "");
};
const label = (action: string) => changeLabel({ action, entity: entityOf(action), undoes: null });

test("A7 each write of an administrator is said in the words of a merchant", () => {
  const isWrite = (route: string) => {
    const endpoint: Endpoint = api[route as ApiRoute];
    return endpoint.caller === "admin" && !endpoint.isRead && !route.startsWith("GET ");
  };
  // Recorded as other writes, or with the account that they are about.
  const others = /\/staff\/:|\/customers\/(status|:id\/(erasure|merge)$)|\/moderate|\/audit\/|PATCH \/customers/;
  const unnamed = Object.keys(api).filter((route) => isWrite(route) && !others.test(route) && !label(route));
  expect(unnamed).toEqual([]);
  expect(
    [
      "PUT /product/:id",
      "POST /tags",
      "POST /images/:id/copy",
      "POST /orders/:id/lines/cancel",
      "POST /orders/bulk/shipments",
      "PUT /settings/checkout",
      "DELETE /staff/invitations/:id",
    ].map(label),
  ).toEqual([
    "Product updated",
    "Tag created",
    "Image copied",
    "Order items cancelled",
    "Orders shipped in bulk",
    "Checkout settings updated",
    "Staff invitation deleted",
  ]);
  expect(changeLabel({ action: "user.deleted", entity: "user", undoes: null })).toBe("Account deleted");
  expect(changeLabel({ action: "DELETE /coupons/:id", entity: "coupon", undoes: 3 })).toBe("Coupon deleted, undone");
});

test("A7 values of the audit log are readable", () => {
  expect([null, "", 0, false, [1, 2]].map(valueText)).toEqual(["—", "—", "0", "false", "[1,2]"]);
});
