import { create } from "zustand";
import type {
  ClientEvents,
  LiveOrderSummary,
  NewCustomers,
  NotificationSummary,
  UserSummary,
} from "#contract/events.ts";

/** The figures the shop sends by itself; null until the first has come, and for figures that are not for this person. */
export interface LiveFigures {
  user_summary: UserSummary | null;
  notification_summary: NotificationSummary | null;
  order_summary: LiveOrderSummary | null;
  new_customers: NewCustomers | null;
}
type Emit = (event: keyof ClientEvents, message?: object) => Promise<boolean>;
/** The open line to the shop, unset while there is none. */
type Connection = { say: Emit | null };

const nothing: LiveFigures & Connection = {
  user_summary: null,
  notification_summary: null,
  order_summary: null,
  new_customers: null,
  say: null,
};

export const useLive = create<LiveFigures & Connection>(() => nothing);

/** Takes a figure, unless a newer one is there already: they may arrive out of order. */
export function updateFigure<E extends keyof LiveFigures>(event: E, figure: NonNullable<LiveFigures[E]>) {
  useLive.setState((known) => ((known[event]?.seq ?? -1) >= figure.seq ? known : { [event]: figure }));
}

export const setConnection = (say: Emit | null) => useLive.setState({ say });

/** After signing out nothing of the person before is left. */
export const clearLive = () => useLive.setState(nothing);

/** Tells the shop something over the socket. False where there is no line or it was not done: then use the call instead. */
export const emitLive: Emit = async (event, message) => (await useLive.getState().say?.(event, message)) ?? false;
