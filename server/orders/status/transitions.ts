import type { MergedCounts } from "#contract/accounts/customer-data.ts";
import type { OrderTransition } from "#contract/orders/order-transitions.ts";
import type { OrderStatus } from "#contract/orders/orders.ts";
import type { PaymentProvider } from "#contract/payments.ts";
import type { UnitValues } from "#server/orders/ledger/unit-values.ts";
import type { OrderHead } from "#server/orders/orders.sql.ts";
import type { TimelineEvent } from "#server/orders/timeline/timeline-events.ts";
import { heldText } from "#server/orders/timeline/timeline-texts.ts";
import type { App } from "#server/platform/app.ts";
import type { Tx } from "#server/platform/database/database.ts";
import { notifyClients } from "#server/platform/database/transaction.ts";
import { Problem } from "#server/platform/http/problem.ts";
import type { Actor } from "./actor.ts";
import { destination } from "./order-status.ts";
import { insertTimelineEvent, updateStatus } from "./transitions.sql.ts";

declare module "#server/platform/events.ts" {
  interface DomainEvents {
    "order.placed": OrderEvent;
    /** `version` distinguishes later confirmations, of a reopened order, from the first, which has none. */
    "order.confirmed": OrderEvent & { version?: number };
    /** The email that confirms it is to be sent again, once per `cause`. */
    "order.confirmation_requested": OrderEvent & { cause: string };
    /** `toEdit`: its customer edits it in the checkout, and knows. */
    "order.cancelled": OrderEvent & { version?: number; refund: CancellationRefund; toEdit: boolean };
    /** Staff cancelled some of its units, which `items` describes in its language; once per `cause`. */
    "order.items_cancelled": OrderEvent & { cause: string; items: string };
    /** A payment put it on hold; once per `version`. */
    "order.payment_held": OrderEvent & { version: number };
    /** It was not paid before it expired. `provider` is that of its last payment. */
    "order.expired": OrderEvent & { provider: PaymentProvider | null };
    /** A bank transfer is still awaited, and its order expires within a banking day. Repeated until then. */
    "order.transfer_due": OrderEvent;
    "order.shipped": OrderEvent & { fulfilmentId: number };
    /** A shipment arrived; `isWhole` with the last one. */
    "order.delivered": OrderEvent & { fulfilmentId: number; isWhole: boolean };
    /** A shipment was recorded by mistake. */
    "order.shipment_cancelled": OrderEvent & { fulfilmentId: number };
    /** Money, in minor units, was refunded to the payment method, by staff or to gift cards; once per `cause`. */
    "order.refunded": OrderEvent & {
      cause: string;
      amount: number;
      currency: string;
      onCards: boolean;
      byHand: boolean;
    };
    /** Staff have to transfer a refund, once per `cause`, and don't know where to. */
    "order.refund_account_needed": OrderEvent & { cause: string };
    /** The customer named an account for refunds; `ending` and `former` are last digits. */
    "order.refund_account_changed": OrderEvent & { cause: string; ending: string; former: string | null };
    /** Something that was invoiced is credited. */
    "order.credited": OrderEvent & { credit: Credit };
    "order.credit_reversed": OrderEvent & { cause: string };
    /** Asks for the numbers of the latest invoices, by order number. */
    "order.invoice_numbers_requested": { orderIds: string[]; numbers: Map<number, string> };
    /** Emitted before the customers' data of these orders is deleted. */
    "order.anonymized": { orderIds: string[]; returnIds: string[] };
    /** Orders moved to another customer without what else theirs has: move what belongs to them and count it. */
    "order.customer_changed": { orderIds: string[]; fromId: number; intoId: number; moved: MergedCounts };
    "order.return_requested": ReturnEvent;
    "order.return_approved": ReturnEvent;
    "order.return_rejected": ReturnEvent;
    "order.return_closed": ReturnEvent;
    "order.return_received": ReturnEvent;
  }
}
/** What goes back because an order is cancelled, in minor units: to how it was paid, and to gift cards. */
export interface CancellationRefund {
  payments: number;
  giftCards: number;
  /** Whether staff transfer some of it. */
  byHand: boolean;
}
/** A credit of units, of an amount, or of all that is left of an order. `cause` is that of its ledger entries. */
export interface Credit {
  cause: string;
  reason: string;
  what: ({ kind: "units" } & UnitValues) | { kind: "amount" | "rest"; amount: number };
}
export interface OrderEvent {
  orderId: string;
  userId: number | null;
  number: number;
}
interface ReturnEvent extends OrderEvent {
  returnId: string;
  returnNumber: number;
}

export const system: Actor = { type: "system", id: null };
export const provider: Actor = { type: "provider", id: null };

export const orderEvent = ({ id, user_id, number }: Pick<OrderHead, "id" | "user_id" | "number">): OrderEvent => ({
  orderId: id,
  userId: user_id,
  number,
});

const timelineEvents: Record<OrderTransition, TimelineEvent> = {
  confirm: { type: "confirmed", data: {} },
  hold_mismatch: { type: "held", data: { cause: "amount_mismatch" } },
  expire: { type: "expired", data: { to_cart: false } },
  cancel: { type: "cancelled", data: {} },
  reopen: { type: "confirmed", data: { is_late: true } },
  hold_late_payment: { type: "held", data: { cause: "late_payment" } },
  start: { type: "started", data: {} },
  undo_start: { type: "start_undone", data: {} },
  hold: { type: "held", data: { cause: "staff" } },
  release: { type: "released", data: { cause: "staff" } },
  fulfil: { type: "shipped", data: { carrier: null } },
  complete: { type: "completed", data: {} },
  undo_delivery: { type: "reopened", data: {} },
  close: { type: "closed", data: {} },
};

export interface TransitionOptions {
  actor: Actor;
  /** Code of a hold, or why the order is cancelled. */
  reason?: string | undefined;
  /** Why an administrator puts the order on hold. */
  holdNote?: string;
  /** Its timeline event, where that isn't the one of every such transition. */
  event?: TimelineEvent;
  /** Status after the release of a hold; default the current one. */
  heldFrom?: OrderStatus;
  /** Of a cancellation; `toEdit`: its customer edits it in the checkout. */
  refund?: CancellationRefund;
  toEdit?: boolean;
  /** Whether a release confirms the order, for the first time or again after it had ended. */
  confirms?: boolean;
}

/**
 * Changes the status of a locked order, with a timeline event and domain events. Throws `order_state` if the transition is
 * not possible, `stale` if the order has changed since it was read.
 */
export async function changeStatus<T extends OrderHead>(
  app: App,
  tx: Tx,
  order: T,
  transition: OrderTransition,
  options: TransitionOptions,
): Promise<T> {
  const to = destination(order, transition);
  if (!to) throw new Problem("order_state");
  const isHold = to === "on_hold";
  const { actor, event = eventOf(transition, options.holdNote) } = options;
  const reason = isHold || to === "cancelled" ? (options.reason ?? null) : null;
  const heldFrom = isHold ? (options.heldFrom ?? order.status) : null;
  const holdNote = isHold ? (options.holdNote ?? null) : null;
  const version = await updateStatus(tx, order, { to, actor, event, reason, holdNote, heldFrom, at: app.now() });
  if (version === undefined) throw new Problem("stale");
  const changed = {
    ...order,
    status: to,
    version,
    held_from: heldFrom,
    hold_reason: isHold ? reason : null,
    hold_note: holdNote,
    expires_at: null,
  };
  await publishOrder(tx, changed);
  const versioned = { ...orderEvent(changed), version };
  if (transition === "confirm") await app.events.emit(tx, "order.confirmed", orderEvent(changed));
  else if (transition === "reopen" || options.confirms) await app.events.emit(tx, "order.confirmed", versioned);
  if (transition === "cancel")
    await app.events.emit(tx, "order.cancelled", {
      ...versioned,
      refund: options.refund ?? nothing,
      toEdit: options.toEdit ?? false,
    });
  if (transition === "hold_mismatch" || transition === "hold_late_payment") {
    await app.events.emit(tx, "order.payment_held", versioned);
    await app.events.emit(tx, "payment.alert_raised", {
      key: `held:${order.id}:${version}`,
      orderId: order.id,
      message: `Order ${order.number} is on hold. ${event.type === "held" ? heldText(event.data) : ""}`,
    });
  }
  return changed;
}

/** The timeline event of a transition. The reason of a hold is in it, as it is still of interest after the release. */
const eventOf = (transition: OrderTransition, note?: string): TimelineEvent =>
  transition === "hold" && note ? { type: "held", data: { cause: "staff", note } } : timelineEvents[transition];

const nothing: CancellationRefund = { payments: 0, giftCards: 0, byHand: false };

/** Adds an event to the timeline of an order; returns its id. */
export async function addTimelineEvent(app: App, tx: Tx, order: OrderHead, actor: Actor, event: TimelineEvent) {
  const id = await insertTimelineEvent(tx, order.id, actor, event, app.now());
  await publishOrder(tx, order);
  return id;
}

/** Notifies dashboards, and the customer's open windows, that an order has changed. */
export const publishOrder = (tx: Tx, { id, user_id, status }: Pick<OrderHead, "id" | "user_id" | "status">) =>
  notifyClients(tx, "orders", ...(user_id === null ? [] : [`order_changed:${user_id}:${id}:${status}`]));
