import { create } from "zustand";
import type {
  ClientEvents,
  LiveOrderSummary,
  LiveVisitors,
  NewCustomers,
  NotificationSummary,
  ReviewSummary,
  UserSummary,
} from "#contract/events.ts";

/** Figures pushed over the socket; null until received, and where this user has no access. */
export interface LiveFigures {
  user_summary: UserSummary | null;
  notification_summary: NotificationSummary | null;
  order_summary: LiveOrderSummary | null;
  review_summary: ReviewSummary | null;
  new_customers: NewCustomers | null;
  live_visitors: LiveVisitors | null;
}
type Emit = (event: keyof ClientEvents, message?: object) => Promise<boolean>;
/** How to send over the socket; null while disconnected. */
type Connection = { emit: Emit | null };

const nothing: LiveFigures & Connection = {
  user_summary: null,
  notification_summary: null,
  order_summary: null,
  review_summary: null,
  new_customers: null,
  live_visitors: null,
  emit: null,
};

export const useLive = create<LiveFigures & Connection>(() => nothing);

/** Stores a figure unless a newer one is stored, as they may arrive out of order. */
export function updateFigure<E extends keyof LiveFigures>(event: E, figure: NonNullable<LiveFigures[E]>) {
  useLive.setState((known) => ((known[event]?.seq ?? -1) >= figure.seq ? known : { [event]: figure }));
}

export const setConnection = (emit: Emit | null) => useLive.setState({ emit });

/** Resets everything, after signing out. */
export const clearLive = () => useLive.setState(nothing);

/** Sends an event over the socket. False when disconnected or rejected: use the HTTP call instead. */
export const emitLive: Emit = async (event, message) => (await useLive.getState().emit?.(event, message)) ?? false;
