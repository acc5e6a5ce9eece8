import { decimalText } from "#contract/formats/currency-decimals.ts";
import type { Return } from "#contract/orders/returns.ts";
import type { Refund } from "#contract/payments.ts";
import { viewerOf } from "#server/orders/orders.ts";
import type { Actor } from "#server/orders/status/transitions.sql.ts";
import { sendRefunds } from "#server/payments/payments.ts";
import type { App, Call } from "#server/platform/app.ts";
import { userId } from "#server/platform/auth/caller.ts";
import { type Columns, fields } from "#server/platform/csv.ts";
import type { Tx } from "#server/platform/database/database.ts";
import { Problem } from "#server/platform/http/problem.ts";
import { getCachedSettings } from "#server/shop/shop.ts";
import { countReturns, listReturns } from "./returns.sql.ts";
import { decideReturn, getReturn, presentReturns, receiveReturn, requestReturn } from "./returns.ts";

const returnColumns: Columns<Return> = {
  number: "number",
  order: "order_number",
  status: "status",
  name: ({ customer }) => customer.fullname,
  items: ({ items }) => items.reduce((units, { quantity }) => units + quantity, 0),
  reasons: ({ items }) => [...new Set(items.map(({ reason_code }) => reason_code))],
  currency: ({ items }) => items[0]?.value.currency ?? null,
  refund: ({ refund }) => refund && decimalText(refund.amount, refund.currency),
  refund_unsent: ({ refund_unsent: unsent }) => decimalText(unsent.amount, unsent.currency),
  ...fields("requested_at", "decided_at", "received_at"),
};

/** Endpoints for returns. */
export function returnsRoutes(app: App) {
  /** Changes a return as this administrator, sends its refunds and returns it. */
  const changeReturn = async (
    id: string,
    { caller, idempotency }: Call,
    work: (tx: Tx, actor: Actor) => Promise<Refund[] | void>,
  ) => {
    try {
      const refunds = await idempotency.transaction(app.db, (tx) => work(tx, { type: "admin", id: userId(caller) }));
      if (refunds) await sendRefunds(app, refunds);
      return await getReturn(app.db, id);
    } catch (error) {
      if (!(error instanceof Problem) || (error.code !== "return_state" && error.code !== "stale")) throw error;
      const { code, message } = error;
      throw new Problem(code, { message, details: { return: await getReturn(app.db, id) } });
    }
  };
  app.answerPage("GET /returns", async ({ query }, { caller }) => {
    const viewer = viewerOf(caller);
    const settings = await getCachedSettings(app);
    const filters = { ...query, timezone: settings.timezone };
    const { rows, total } = await listReturns(app.db, filters, viewer.kind === "admin" ? null : viewer.userId);
    return { rows: await presentReturns(app.db, rows, settings), total };
  });
  app.handleExport("GET /returns", returnColumns);
  app.answer("GET /returns/counts", () => countReturns(app.db));
  app.answer("POST /returns", async ({ body }, { caller, idempotency }) => {
    const id = await idempotency.transaction(app.db, (tx) => requestReturn(app, tx, userId(caller), body));
    return getReturn(app.db, id);
  });
  app.answer("POST /returns/:id/approve", ({ params: { id }, body: { answer } }, call) =>
    changeReturn(id, call, (tx, actor) => decideReturn(app, tx, id, { status: "approved", answer, actor })),
  );
  app.answer("POST /returns/:id/reject", ({ params: { id }, body: { answer } }, call) =>
    changeReturn(id, call, (tx, actor) => decideReturn(app, tx, id, { status: "rejected", answer, actor })),
  );
  app.answer("POST /returns/:id/close", ({ params: { id }, body: { answer } }, call) =>
    changeReturn(id, call, (tx, actor) => decideReturn(app, tx, id, { status: "closed", answer, actor })),
  );
  app.answer("POST /returns/:id/receive", ({ params: { id }, body }, call) =>
    changeReturn(id, call, (tx, actor) => receiveReturn(app, tx, id, { ...body, actor })),
  );
}
