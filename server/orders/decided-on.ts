import type { OrderStatus } from "#contract/orders/orders.ts";
import type { App } from "#server/platform/app.ts";
import type { Tx } from "#server/platform/database/database.ts";
import { assertFound, Problem } from "#server/platform/http/problem.ts";
import { lockOrder } from "./orders.sql.ts";
import { getOrder, type Viewer } from "./orders.ts";

/** What a change of an order was decided on, if the caller says so. */
export interface DecidedOn {
  version?: number | undefined;
  status?: OrderStatus | undefined;
}

/** Locks an order. Throws `stale` if it is not as it was when the change was decided on, `not_found` if not `ownerId`'s. */
export async function assertUnchanged(tx: Tx, id: string, { version, status }: DecidedOn, ownerId?: number | null) {
  const order = assertFound(await lockOrder(tx, id, ownerId));
  if ((version ?? order.version) !== order.version || (status ?? order.status) !== order.status)
    throw new Problem("stale");
}

/** Runs a change; if another one came first (`stale`, `order_state`), the problem has the current order for its viewer. */
export async function orCurrentOrder<T>(app: App, id: string, viewer: Viewer, change: () => Promise<T>): Promise<T> {
  try {
    return await change();
  } catch (error) {
    if (!(error instanceof Problem) || (error.code !== "stale" && error.code !== "order_state")) throw error;
    const { code, message, details } = error;
    throw new Problem(code, { message, details: { ...details, order: await getOrder(app.db, id, viewer, app.now()) } });
  }
}
