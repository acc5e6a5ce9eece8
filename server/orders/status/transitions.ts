import type { OrderMove } from "#contract/orders/order-moves.ts";
import type { OrderStatus } from "#contract/orders/orders.ts";
import type { PaymentProvider } from "#contract/payments.ts";
import type { OrderHead } from "#server/orders/orders.sql.ts";
import type { App } from "#server/platform/app.ts";
import type { Tx } from "#server/platform/database/database.ts";
import { notifyClients } from "#server/platform/database/transaction.ts";
import { Problem } from "#server/platform/http/problem.ts";
import { text } from "#words/say.ts";
import { destination } from "./order-status.ts";
import { type Actor, type Note, writeMove, writeNote } from "./transitions.sql.ts";

declare module "#server/platform/events.ts" {
  interface DomainEvents {
    "order.placed": OrderNews;
    /** `life` tells each time apart that it lives again, or ends; without it this is the first. */
    "order.confirmed": OrderNews & { life?: number };
    "order.cancelled": OrderNews & { life?: number };
    /** It was not paid in time; `provider` is how it was last to be paid, if anybody tried. */
    "order.expired": OrderNews & { provider: PaymentProvider | null };
    "order.shipped": OrderNews & { fulfilmentId: number };
    "order.delivered": OrderNews & { fulfilmentId: number };
    /** A shipment was noted by mistake: it never left. */
    "order.shipment_cancelled": OrderNews & { fulfilmentId: number };
    /** We sent money back, `amount` in minor units, or put it back on gift cards; `cause` names it, once. */
    "order.refunded": OrderNews & { cause: string; amount: number; currency: string; onCards: boolean };
    /** Something that had been invoiced is owed no more. */
    "order.credited": OrderNews & { credit: Credit };
    /** A credit was reversed: what it was for is owed after all. */
    "order.credit_reversed": OrderNews & { cause: string };
    /** Who made these is forgotten next: what must keep it is to be written now. */
    "order.anonymized": { orderIds: string[] };
    "order.return_requested": ReturnNews;
    "order.return_approved": ReturnNews;
    "order.return_rejected": ReturnNews;
    "order.return_closed": ReturnNews;
    "order.return_received": ReturnNews;
  }
}
/** What of an order is owed no more: some units, an amount, or all that is left of it. `cause` is that of its ledger entries. */
export interface Credit {
  cause: string;
  reason: string;
  what:
    | {
        kind: "units";
        units: { order_line_id: number; quantity: number; amount: number; tax: number }[];
        amount: number;
      }
    | { kind: "amount"; amount: number }
    | { kind: "rest"; amount: number };
}
export interface ReturnNews extends OrderNews {
  returnId: string;
  returnNumber: number;
}
export interface OrderNews {
  orderId: string;
  userId: number | null;
  number: number;
}

export const system: Actor = { type: "system", id: null };
export const newsOf = ({ id, user_id, number }: Pick<OrderHead, "id" | "user_id" | "number">): OrderNews => ({
  orderId: id,
  userId: user_id,
  number,
});

const says: Record<OrderMove, Note> = {
  confirm: { type: "confirmed", text: text("Order confirmed."), isPublic: true },
  mismatch: { type: "held", text: "What was paid is not what was asked for.", isPublic: false },
  expire: {
    type: "expired",
    text: text("The order expired before it was paid. Its items are back in the cart."),
    isPublic: true,
  },
  cancel: { type: "cancelled", text: text("Order cancelled."), isPublic: true },
  revive: {
    type: "confirmed",
    text: text("The payment arrived late. The order is confirmed."),
    isPublic: true,
  },
  dispute: { type: "held", text: "A payment arrived after the order had ended.", isPublic: false },
  start: { type: "started", text: text("We are packing your order."), isPublic: true },
  hold: { type: "held", text: "Order put on hold.", isPublic: false },
  release: { type: "released", text: "Order taken off hold.", isPublic: false },
  fulfil: { type: "shipped", text: text("Your items are on their way."), isPublic: true },
  complete: { type: "completed", text: text("Order completed."), isPublic: true },
  reopen: { type: "reopened", text: text("A delivery was marked by mistake."), isPublic: true },
  close: { type: "closed", text: text("All items were returned or refunded."), isPublic: true },
};

export interface How {
  actor: Actor;
  reason?: string | undefined;
  /** Why an administrator puts it on hold, in words: never what the shop itself goes by. */
  holdNote?: string;
  text?: string;
  /** What a held order goes back to; by default where it was. */
  heldFrom?: OrderStatus;
  /** With this move it is sold: for the first time, or once more after it had ended. */
  sells?: boolean;
}

/**
 * Makes a locked order move, notes it and tells everybody. Throws `order_state` when it can't be made from where the
 * order is, `stale` when the row is no longer what was read.
 */
export async function move<T extends OrderHead>(app: App, tx: Tx, order: T, which: OrderMove, how: How): Promise<T> {
  const to = destination(order, which);
  if (!to) throw new Problem("order_state");
  const reason = to === "on_hold" || to === "cancelled" ? (how.reason ?? null) : null;
  const heldFrom = to === "on_hold" ? (how.heldFrom ?? order.status) : null;
  const holdNote = to === "on_hold" ? (how.holdNote ?? null) : null;
  const note = { ...says[which], ...(how.text ? { text: how.text } : {}) };
  const by = { actor: how.actor, note, at: app.now() };
  const version = await writeMove(tx, order, { ...by, to, reason, holdNote, heldFrom });
  if (version === undefined) throw new Problem("stale");
  const moved = {
    ...order,
    status: to,
    version,
    held_from: heldFrom,
    hold_reason: to === "on_hold" ? reason : null,
    hold_note: holdNote,
    expires_at: null,
  };
  await tell(tx, moved);
  const news = { ...newsOf(moved), life: version };
  if (which === "confirm") await app.events.emit(tx, "order.confirmed", newsOf(moved));
  else if (which === "revive" || how.sells) await app.events.emit(tx, "order.confirmed", news);
  if (which === "cancel") await app.events.emit(tx, "order.cancelled", news);
  if (which === "mismatch" || which === "dispute") await callForHelp(app, tx, moved, note.text);
  return moved;
}

/** Money and order do not fit: administrators are told at once. */
const callForHelp = (app: App, tx: Tx, { id, number, version }: OrderHead, text: string) =>
  app.events.emit(tx, "payment.alert_raised", {
    key: `held:${id}:${version}`,
    orderId: id,
    says: `Order ${number} is on hold. ${text}`,
  });

/** Notes something about an order that moves nothing, and tells everybody. */
export async function note(app: App, tx: Tx, order: OrderHead, actor: Actor, what: Note) {
  await writeNote(tx, order.id, actor, what, app.now());
  await tell(tx, order);
}

/** Tells the dashboards, and the customer about this order. */
export const tell = (tx: Tx, { id, user_id, status }: Pick<OrderHead, "id" | "user_id" | "status">) =>
  notifyClients(tx, "orders", ...(user_id === null ? [] : [`order_changed:${user_id}:${id}:${status}`]));
