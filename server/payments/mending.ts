import type { Db, Tx } from "#server/platform/database/database.ts";
import type { App } from "#server/platform/app.ts";
import { assertFound } from "#server/platform/http/problem.ts";
import { standingOf } from "./payment-status.ts";
import { countEvents, orderOfPayment } from "./mending.sql.ts";
import { listEvents, writeStanding } from "./payments.sql.ts";
import { lockedPayments } from "./payment-locks.ts";

/** How many payments, and events about them, there are to prove. */
export const paymentsProven = (db: Db | Tx) => countEvents(db);

/** Works out anew where a payment stands from all its provider told, and has its order follow. */
export async function mendPayment(app: App, tx: Tx, paymentId: string) {
  const orderId = assertFound(await orderOfPayment(tx, paymentId));
  const { status } = assertFound((await lockedPayments(app, tx, orderId)).find((payment) => payment.id === paymentId));
  const standing = standingOf(status, await listEvents(tx, [paymentId]));
  await writeStanding(tx, paymentId, standing, undefined, app.now());
  await app.events.emit(tx, "payment.changed", { orderId });
}
