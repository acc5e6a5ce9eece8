import type { ApiRoute } from "#contract/api.ts";
import type { BulkOrderOutcome } from "#contract/orders/bulk.ts";
import { findIdsByNumber } from "#server/orders/orders.sql.ts";
import type { Actor } from "#server/orders/status/actor.ts";
import type { App, Call } from "#server/platform/app.ts";
import { userId } from "#server/platform/auth/caller.ts";
import { type Tx, valuesOf } from "#server/platform/database/database.ts";
import { inSavepoint } from "#server/platform/database/transaction.ts";
import { Problem } from "#server/platform/http/problem.ts";
import { say } from "#words/say.ts";
import { packOrder, ship, startOrder } from "./fulfilment.ts";

type Work = (tx: Tx, orderId: string, actor: Actor) => Promise<unknown>;

/** Endpoints that process several orders, each in a transaction of its own. */
export function bulkOrdersRoutes(app: App) {
  const recordsItself = true;
  app.handle(
    "POST /orders/bulk",
    async ({ body: { action, numbers } }, call) => {
      const prepare = { start: startOrder, pack: packOrder }[action];
      const work: Work = (tx, id, actor) => prepare(app, tx, id, actor);
      const changes = [...new Set(numbers)].map((number) => ({ number, work }));
      return { data: await changeEach(app, call, `POST /orders/:id/${action}`, changes) };
    },
    { recordsItself },
  );
  app.handle(
    "POST /orders/bulk/shipments",
    async ({ body: { shipments } }, call) => {
      const changes = shipments.map(({ number, ...shipment }) => {
        const work: Work = (tx, id, actor) => ship(app, tx, id, { ...withoutEmpty(shipment), ofMethod: true }, actor);
        return { number, work };
      });
      return { data: await changeEach(app, call, "POST /orders/:id/fulfilments", changes) };
    },
    { recordsItself },
  );
}

/**
 * Changes each order in a transaction, recorded as if by the endpoint `action`; one that can't be changed is named with its
 * problem. A retry changes the rest.
 */
async function changeEach(app: App, call: Call, action: ApiRoute, changes: { number: number; work: Work }[]) {
  const actor: Actor = { type: "admin", id: userId(call.caller) };
  const ids = await findIdsByNumber(app.db, valuesOf(changes, "number"));
  const outcomes: BulkOrderOutcome[] = [];
  for (const { number, work } of changes) {
    const id = ids.get(number) ?? null;
    const problem =
      id === null
        ? problemOf(new Problem("not_found"))
        : await call.idempotency.transaction(app.db, (tx) =>
            attempt(tx, () => app.change(tx, { object: "order", id, action }, call, () => work(tx, id, actor))),
          );
    outcomes.push({ id, number, problem });
  }
  return outcomes;
}

/** The problem of a change, which is then undone; null if it succeeds. */
const attempt = (tx: Tx, work: () => Promise<unknown>): Promise<BulkOrderOutcome["problem"]> =>
  inSavepoint(
    tx,
    async () => {
      try {
        await work();
        return null;
      } catch (error) {
        if (!(error instanceof Problem)) throw error;
        return problemOf(error);
      }
    },
    (problem) => problem === null,
  );

const problemOf = ({ code, message }: Problem) => ({ code, message: say(message) });

const withoutEmpty = (fields: { carrier?: string | undefined; tracking_number?: string | undefined }) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value));
