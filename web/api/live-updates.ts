import { useEffect, useEffectEvent, useRef } from "react";
import { type LiveFigures, emitLive, useLive } from "./live-store.ts";

/** Calls `tell` each time a figure of the live line moves on; `read` says how far it is. */
export function useLiveChange(read: (figures: LiveFigures) => number | undefined, tell: () => void) {
  const moved = useLive(read);
  const seen = useRef(moved);
  const heard = useEffectEvent(tell);
  useEffect(() => {
    // The first figure says only what was just fetched anyway.
    if (seen.current !== undefined && moved !== seen.current) heard();
    seen.current = moved;
  }, [moved]);
}

/** Whoever opens a list has seen that there is something new in it. `visit` changes with each opening. */
export function useMarkSeen(type: "new_order" | "new_user", visit: string) {
  const isOpen = useLive(({ say }) => say !== null);
  const known = useLive(({ notification_summary }) => notification_summary !== null);
  useEffect(() => {
    if (isOpen && known) void emitLive("mark_all_notifications_read", { type });
  }, [isOpen, known, type, visit]);
}
