export type ToastTone = "neutral" | "success" | "danger";

export type Toast = {
  title: string;
  description?: string;
  tone?: ToastTone;
  /** An action, such as undo. */
  action?: { label: string; onClick: () => void };
  /** Keeps it until it is dismissed, or until this calls `close`. */
  until?: (close: () => void) => void;
};

type Listener = (toast: Toast) => void;

const pending: Toast[] = [];
const subscribers = new Set<() => void>();
let listener: Listener | undefined;

export function toast(message: Toast) {
  if (listener) return listener(message);
  pending.push(message);
  for (const notify of subscribers) notify();
}

/** Shows why something failed, below `title` if there is one: `onError: toastProblem("Couldn't save")`. */
export const toastProblem =
  (title?: string) =>
  ({ message, code }: { message: string; code?: unknown }) => {
    // What the user before has done is nothing for whoever is here now.
    if (code === "user_changed") return;
    toast({ tone: "danger", ...(title === undefined ? { title: message } : { title, description: message }) });
  };

/** Calls `show` with pending toasts and each new one. Returns the unsubscribe function. */
export function onToast(show: Listener) {
  listener = show;
  for (const message of pending.splice(0)) show(message);
  return () => {
    if (listener === show) listener = undefined;
  };
}

/** Whether a toast waits for the region to be loaded; for `useSyncExternalStore`. */
export const hasPendingToasts = () => pending.length > 0;

export function subscribePendingToasts(notify: () => void) {
  subscribers.add(notify);
  return () => void subscribers.delete(notify);
}
