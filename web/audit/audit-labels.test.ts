import { expect, test } from "vitest";
import { type ApiRoute, api } from "#contract/api.ts";
import type { Endpoint } from "#contract/endpoint.ts";
import { changeLabel, valueText } from "./audit-labels.ts";

const objectOf = (route: string) => (api[route as ApiRoute] as Endpoint).object ?? "";
const label = (action: string) => {
  const group = /^PUT \/settings\/(.*)/.exec(action)?.[1] ?? "1";
  return changeLabel({ action, entity: objectOf(action), entity_id: group, undoes: null });
};

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
  expect(changeLabel({ action: "user.deleted", entity: "user", entity_id: "1", undoes: null })).toBe("Account deleted");
  const deletion = { action: "DELETE /coupons/:id", entity: "coupon", entity_id: "4", undoes: 3 };
  expect(changeLabel(deletion)).toBe("Coupon deleted, undone");
  const part = {
    action: "POST /product/admin/bulk-edits",
    entity: "product",
    entity_id: "4",
    undoes: null,
    set_id: "5",
  };
  expect([changeLabel(part), changeLabel({ ...part, undoes: 3 })]).toEqual([
    "Product changed in bulk",
    "Product changed in bulk, undone",
  ]);
  const imported = { ...part, action: "POST /imports/:id/confirm", entity: "category" };
  const undone = { ...imported, action: "POST /imports/:id/undo", undoes: 3 };
  expect([changeLabel(imported), changeLabel(undone)]).toEqual(["Category imported", "Category imported, undone"]);
});

test("A7 values of the audit log are readable", () => {
  expect([null, "", 0, false, [1, 2]].map(valueText)).toEqual(["—", "—", "0", "false", "[1,2]"]);
});
