export type ToastTone = "neutral" | "success" | "danger";

export type Toast = {
  title: string;
  description?: string;
  tone?: ToastTone;
  /** One thing to do about it, such as undo. */
  action?: { label: string; onClick: () => void };
};

type Listener = (toast: Toast) => void;

const waiting: Toast[] = [];
const watchers = new Set<() => void>();
let listener: Listener | undefined;

/** Says something in passing, bottom right. May be called from anywhere in the browser, at any time. */
export function toast(said: Toast) {
  if (listener) return listener(said);
  waiting.push(said);
  for (const watch of watchers) watch();
}

/** The region that shows them takes over: first what waited for it, then each as it comes. Returns how to stop. */
export function onToast(hear: Listener) {
  listener = hear;
  for (const said of waiting.splice(0)) hear(said);
  return () => {
    if (listener === hear) listener = undefined;
  };
}

/** Whether one waits for the region to be loaded; for `useSyncExternalStore`. */
export const hasPendingToasts = () => waiting.length > 0;

export function subscribePendingToasts(watch: () => void) {
  watchers.add(watch);
  return () => void watchers.delete(watch);
}
