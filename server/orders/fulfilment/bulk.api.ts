import type { BulkOrderOutcome } from "#contract/orders/bulk.ts";
import { findIdsByNumber } from "#server/orders/orders.sql.ts";
import type { Actor } from "#server/orders/status/transitions.sql.ts";
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
  app.handle("POST /orders/bulk", async ({ body: { action, numbers } }, call) => {
    const prepare = { start: startOrder, pack: packOrder }[action];
    const route = `POST /orders/:id/${action}`;
    const write = { actorId: userId(call.caller), requestId: call.http?.request.id, undoIds: call.audit.undoIds };
    const changes = [...new Set(numbers)].map((number) => {
      const work: Work = async (tx, id, actor) => {
        const prepared = await prepare(app, tx, id, actor);
        const named = { action: route, entity: "order" as const, entityId: id, name: String(number) };
        await app.events.emit(tx, "admin.wrote", { ...write, ...named, ...prepared });
      };
      return { number, work };
    });
    return { data: await changeEach(app, call, changes) };
  });
  app.answer("POST /orders/bulk/shipments", ({ body: { shipments } }, call) =>
    changeEach(
      app,
      call,
      shipments.map(({ number, ...shipment }) => ({
        number,
        work: (tx, id, actor) => ship(app, tx, id, { ...withoutEmpty(shipment) }, actor),
      })),
    ),
  );
}

/** Changes each order in a transaction; one that can't be changed is named with its problem. A retry changes the rest. */
async function changeEach(app: App, { caller, idempotency }: Call, changes: { number: number; work: Work }[]) {
  const actor: Actor = { type: "admin", id: userId(caller) };
  const ids = await findIdsByNumber(app.db, valuesOf(changes, "number"));
  const outcomes: BulkOrderOutcome[] = [];
  for (const { number, work } of changes) {
    const id = ids.get(number) ?? null;
    const problem =
      id === null
        ? problemOf(new Problem("not_found"))
        : await idempotency.transaction(app.db, (tx) => attempt(tx, () => work(tx, id, actor)));
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
