import type { Items } from "#contract/orders/orders.ts";
import type { RefundEffects } from "#server/orders/refunds/declined-refunds.sql.ts";

/** What the text of an event needs, by its type. Amounts are in minor units of the order's currency. */
export interface TimelineData {
  placed: { is_free: boolean };
  /** `is_late`: its payment arrived after it had ended. */
  confirmed: { is_late?: boolean };
  expired: { to_cart: boolean };
  /** `to_edit`: its customer edits it in the checkout. */
  cancelled: { to_edit?: boolean };
  lines_cancelled: { items: Items };
  coupon_retained: NoData;
  /** `note` is the reason of a hold by staff, or why they had put it on hold before. */
  held: { cause: HoldCause; note?: string };
  waiting_for_stock: NoData;
  released: { cause: ReleaseCause };
  /** An expired authorization was paid another way, and the order stays on hold. */
  paid: NoData;
  started: NoData;
  start_undone: NoData;
  packed: NoData;
  pack_undone: NoData;
  shipped: { carrier: string | null };
  shipment_cancelled: NoData;
  /** Its text is the reason. */
  shipment_cancel_reason: NoData;
  delivered: NoData;
  delivery_unconfirmed: NoData;
  /** A delivery was undone. */
  reopened: NoData;
  completed: NoData;
  closed: NoData;
  /** The email that confirms it was requested again. */
  confirmation_resent: NoData;
  edited: { fields: ("shipping_address" | "billing_address" | "email" | "customer_note")[] };
  /** Its text is the note. */
  note: NoData;
  /** Its text is the reason. */
  refund_reason: NoData;
  refund: RefundData;
  refund_sent: NoData;
  /** The payment is disputed. */
  refund_waits: NoData;
  /** `left` is what its effects were; null where they could not be undone. */
  refund_failed: { is_part: boolean; left: RefundEffects["kind"] | null };
  /** Masked account numbers. */
  refund_account: { account: string; former: string | null };
  payment_returned: { cause: "paid_twice" | "authorized_twice" | "sold_out"; to_send: boolean };
  not_restocked: { items: Items };
  return_requested: { number: number; items: Items };
  return_approved: { number: number };
  /** Their text is the answer. */
  return_rejected: { number: number };
  return_closed: { number: number };
  return_received: { number: number; items: Items };
  /** The customer withdrew from the contract of these items; without any, in words. */
  withdrawn: { items: Items; owes_delivery?: boolean };
  /** What of a withdrawal staff have to answer. Its text is what the customer wrote. */
  withdrawal_left: { items: Items };
}

type NoData = Record<never, never>;
type HoldCause =
  | "staff"
  | "amount_mismatch"
  | "late_payment"
  | "late_without_stock"
  | "late_without_gift_card"
  | "authorization_expired";
type ReleaseCause = "staff" | "rest_paid" | "items_cancelled" | "overpayment_refunded" | "paid_another_way";

export interface RefundData {
  /** Without them it is of an amount. */
  items: Items;
  /** Whether money was taken that goes back; else less of an authorization is captured. */
  is_captured: boolean;
  /** Whether staff have to send some of it. */
  to_send: boolean;
  on_cards: number;
  /** Whether nothing goes back but to gift cards. */
  only_cards: boolean;
}

export type TimelineType = keyof TimelineData;
/** An event of an order's timeline: its text is worded where it is read. `text` is what a person wrote. */
export type TimelineEvent = {
  [Type in TimelineType]: { type: Type; data: TimelineData[Type]; text?: string };
}[TimelineType];

/** An event as it is stored; those recorded by earlier versions have a text and no data. */
export interface StoredEvent {
  type: string;
  data: object | null;
  text: string | null;
}

const staffOnly = [
  "held",
  "released",
  "paid",
  "packed",
  "pack_undone",
  "shipment_cancel_reason",
  "delivery_unconfirmed",
  "note",
  "refund_reason",
  "refund_waits",
  "refund_failed",
  "refund_account",
  "not_restocked",
  "withdrawal_left",
] as const satisfies TimelineType[];
/** The types of events that customers see. */
export type CustomerType = Exclude<TimelineType, (typeof staffOnly)[number]>;

/** Whether customers see events of a type. */
export const isPublic = (type: TimelineType): type is CustomerType =>
  !(staffOnly as readonly TimelineType[]).includes(type);
