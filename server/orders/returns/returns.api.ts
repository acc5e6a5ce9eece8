import type { Return } from "#contract/orders/returns.ts";
import { viewerOf } from "#server/orders/orders.ts";
import type { Actor } from "#server/orders/status/actor.ts";
import { sendRefunds } from "#server/payments/payments.ts";
import type { App, Call } from "#server/platform/app.ts";
import { userId } from "#server/platform/auth/caller.ts";
import { amountCell, type Columns, fields } from "#server/platform/csv.ts";
import { Problem } from "#server/platform/http/problem.ts";
import { getCachedSettings } from "#server/shop/shop.ts";
import { countReturns, listReturns } from "./returns.sql.ts";
import { decideReturn, getReturn, presentReturns, receiveReturn, requestReturn, returnObject } from "./returns.ts";

const returnColumns: Columns<Return> = {
  number: "number",
  order: "order_number",
  status: "status",
  withdrawal: "is_withdrawal",
  name: ({ customer }) => customer.fullname,
  items: ({ items }) => items.reduce((units, { quantity }) => units + quantity, 0),
  reasons: ({ items }) => [...new Set(items.map(({ reason_code }) => reason_code))],
  currency: ({ items }) => items[0]?.value.currency ?? null,
  refund: ({ refund }) => refund && amountCell(refund.amount, refund.currency),
  refund_unsent: ({ refund_unsent: unsent }) => amountCell(unsent.amount, unsent.currency),
  ...fields("requested_at", "decided_at", "received_at"),
};

/** Endpoints for returns. */
export function returnsRoutes(app: App) {
  app.object("return", returnObject);
  const shown = {
    around: <Result>({ params: { id } }: OfReturn, _call: Call, run: () => Promise<Result>) =>
      orCurrentReturn(app, id, run),
    answer: (_saved: void, { params: { id } }: OfReturn) => getReturn(app.db, id),
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
  for (const [route, status] of decisions)
    app.write(
      route,
      (tx, { params: { id }, body: { answer } }, call) =>
        decideReturn(app, tx, id, { status, answer, actor: actorOf(call) }),
      shown,
    );
  app.write(
    "POST /returns/:id/receive",
    (tx, { params: { id }, body }, call) => receiveReturn(app, tx, id, { ...body, actor: actorOf(call) }),
    {
      ...shown,
      answer: async (refunds, { params: { id } }) => {
        await sendRefunds(app, refunds);
        return getReturn(app.db, id);
      },
    },
  );
}

type OfReturn = { params: { id: string } };

const decisions = [
  ["POST /returns/:id/approve", "approved"],
  ["POST /returns/:id/reject", "rejected"],
  ["POST /returns/:id/close", "closed"],
] as const;

const actorOf = ({ caller }: Call): Actor => ({ type: "admin", id: userId(caller) });

/** Runs a change; the problem of one that came too late has the current return. */
async function orCurrentReturn<T>(app: App, id: string, change: () => Promise<T>): Promise<T> {
  try {
    return await change();
  } catch (error) {
    if (!(error instanceof Problem) || (error.code !== "return_state" && error.code !== "stale")) throw error;
    const { code, message } = error;
    throw new Problem(code, { message, details: { return: await getReturn(app.db, id) } });
  }
}
