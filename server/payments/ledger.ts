import type { Tx } from "#server/platform/db.ts";
import type { House } from "#server/platform/house.ts";
import type { GatewayEvent } from "./gateway.ts";
import { standingOf } from "./machine.ts";
import { insertEvents, listEvents, type PaymentRow, writeStanding } from "./payments.sql.ts";

/**
 * Enters what providers told about payments of one order and works their standing out anew. The payments must be
 * locked. Whoever listens is told once, when all is written.
 */
export async function enter(house: House, tx: Tx, told: { payment: PaymentRow; events: GatewayEvent[] }[]) {
  const entries = told.filter(({ events }) => events.length > 0);
  const [first] = entries;
  if (!first) return;
  const fresh = await insertEvents(
    tx,
    entries.flatMap(({ payment: { id, provider, psp_reference }, events }) =>
      events.map((event) => ({ ...event, paymentId: id, provider, reference: psp_reference })),
    ),
  );
  if (fresh === 0) return;
  const ledger = Map.groupBy(
    await listEvents(
      tx,
      entries.map(({ payment }) => payment.id),
    ),
    (entry) => entry.payment_id,
  );
  for (const { payment, events } of entries) {
    const failure = events.find((event) => event.failure)?.failure;
    await writeStanding(tx, payment.id, standingOf(payment.status, ledger.get(payment.id) ?? []), failure, house.now());
  }
  await house.happenings.announce(tx, "payments.changed", { orderId: first.payment.order_id });
}
