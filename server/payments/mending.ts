import type { Db, Tx } from "#server/platform/db.ts";
import type { House } from "#server/platform/house.ts";
import { found } from "#server/platform/refusal.ts";
import { standingOf } from "./machine.ts";
import { countEvents, orderOfPayment } from "./mending.sql.ts";
import { listEvents, writeStanding } from "./payments.sql.ts";
import { lockedPayments } from "./settling.ts";

/** How many payments, and events about them, there are to prove. */
export const paymentsProven = (db: Db | Tx) => countEvents(db);

/** Works out anew where a payment stands from all its provider told, and has its order follow. */
export async function mendPayment(house: House, tx: Tx, paymentId: string) {
  const orderId = found(await orderOfPayment(tx, paymentId));
  const { status } = found((await lockedPayments(house, tx, orderId)).find((payment) => payment.id === paymentId));
  const standing = standingOf(status, await listEvents(tx, [paymentId]));
  await writeStanding(tx, paymentId, standing, undefined, house.now());
  await house.happenings.announce(tx, "payments.changed", { orderId });
}
