import { expect, test } from "vitest";
import { type ApiRoute, api } from "#contract/api.ts";
import type { Endpoint } from "#contract/endpoint.ts";
import { findUndo } from "./undo.ts";

/** The writes of administrators that can't be undone, by the reason. */
const permanent: Record<string, string[]> = {
  "recorded as a change of each object, which can be undone": [
    "PATCH /customers/:id",
    "POST /customers/status",
    "PUT /staff/:id",
    "POST /reviews/moderate",
    "POST /orders/bulk",
    "PUT /product/admin/variations",
    "POST /variations/:id/stock",
    "POST /product/admin/delete",
  ],
  "undoes or cancels something": [
    "POST /audit/:id/undo",
    "POST /customers/tags/:id/undo",
    "POST /fulfilments/:id/cancel",
    "POST /fulfilments/:id/undo-delivery",
    "POST /imports/:id/cancel",
    "POST /imports/:id/undo",
    "POST /orders/:id/release",
    "POST /product/admin/bulk-edits/:id/cancel",
    "POST /product/admin/bulk-edits/:id/undo",
  ],
  "has moved money, taken stock or gone to the customer": [
    "POST /customers/:id/sign-in-email",
    "POST /orders/:id/capture",
    "POST /orders/:id/fulfilments",
    "POST /orders/:id/lines/cancel",
    "POST /orders/:id/refunds",
    "POST /orders/:id/refunds/:refund_id/sent",
    "POST /orders/bulk/shipments",
    "POST /orders/manual",
    "POST /payments/:order_id/received",
    "POST /returns/:id/approve",
    "POST /returns/:id/close",
    "POST /returns/:id/receive",
    "POST /returns/:id/reject",
    "POST /settings/emails/test",
    "POST /settings/payments/test",
    "POST /staff/invitations/:id/resend",
  ],
  "has deleted what only existed there: files, sessions, links, assignments; the screen asks first": [
    "DELETE /customers/:id/sessions",
    "DELETE /customers/:id/sessions/:session_id",
    "DELETE /images/:id",
    "DELETE /images/:id/file",
    "DELETE /staff/:id",
    "DELETE /staff/:id/two-factor",
    "DELETE /staff/invitations/:id",
    "POST /customers/:id/erasure",
    "POST /customers/:id/merge",
    "POST /images/:id/replace",
    "POST /product/option-group/:id/merge",
    "POST /tags/:id/merge",
  ],
  "is personal data, which was sent to whoever asked for it": ["POST /customers/:id/data"],
  "is set back where it was set": ["PUT /dashboard/lists/:list"],
  "changes nothing that is shown": [
    "POST /categories/upload",
    "POST /images",
    "POST /images/:id/copy",
    "POST /images/downloads/retry",
    "POST /imports/:id/preview",
    "POST /imports/:id/retry-images",
    "POST /product/admin/bulk-edits/preview",
    "POST /product/admin/upload",
  ],
};

test("A7 every write of an administrator can be undone, or there is a reason why not", () => {
  const writes = Object.entries(api as Record<string, Endpoint>)
    .filter(([route, { caller, isRead }]) => caller === "admin" && !isRead && !route.startsWith("GET "))
    .map(([route]) => route as ApiRoute);
  const open = writes.filter(
    (action) =>
      !findUndo({
        action,
        before: {
          places: [],
          product_ids: [],
          note: { id: 1 },
          redirects: [],
          version: 1,
          product_version: 1,
          correction: {},
        },
        after: {},
      }),
  );
  expect(open.toSorted()).toEqual(Object.values(permanent).flat().toSorted());
});
