import { useEffect, useEffectEvent, useRef, useSyncExternalStore } from "react";
import type { NotificationSummary } from "#contract/events.ts";
import { emitLive, type LiveFigures, useLive } from "./live-store.ts";

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

/** Marks the notifications of a list as read while the list is on the screen: those it has and each that arrives. */
export function useMarkSeen(type: "new_order" | "new_user") {
  const isOpen = useLive(({ say }) => say !== null);
  const unread = useLive(({ notification_summary }) => countUnread(notification_summary, type));
  const isVisible = useSyncExternalStore(
    onVisibilityChange,
    () => !document.hidden,
    () => false,
  );
  useEffect(() => {
    if (isOpen && isVisible && unread > 0) void emitLive("mark_all_notifications_read", { type });
  }, [isOpen, isVisible, unread, type]);
}

/** Unread notifications of a type; 0 until loaded. */
export const countUnread = (summary: NotificationSummary | null, type: "new_order" | "new_user") =>
  summary?.badges.find((badge) => badge.type === type)?.unread ?? 0;

function onVisibilityChange(notify: () => void) {
  document.addEventListener("visibilitychange", notify);
  return () => document.removeEventListener("visibilitychange", notify);
}
