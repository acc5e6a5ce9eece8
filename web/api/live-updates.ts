import { useEffect, useEffectEvent, useRef, useSyncExternalStore } from "react";
import type { BadgeType, NotificationSummary } from "#contract/events.ts";
import { emitLive, type LiveFigures, useLive } from "./live-store.ts";

/** Calls `onChange` whenever the number read from the live figures changes. */
export function useLiveChange(read: (figures: LiveFigures) => number | undefined, onChange: () => void) {
  const current = useLive(read);
  const previous = useRef(current);
  const notify = useEffectEvent(onChange);
  useEffect(() => {
    // The first value is as old as what the page has just fetched.
    if (previous.current !== undefined && current !== previous.current) notify();
    previous.current = current;
  }, [current]);
}

/** Marks notifications of this type as read while the page is visible. */
export function useMarkSeen(type: "new_order" | "new_user") {
  const isConnected = useLive(({ emit }) => emit !== null);
  const unread = useLive(({ notification_summary }) => countUnread(notification_summary, type));
  const isVisible = useSyncExternalStore(
    onVisibilityChange,
    () => !document.hidden,
    () => false,
  );
  useEffect(() => {
    if (isConnected && isVisible && unread > 0) void emitLive("mark_all_notifications_read", { type });
  }, [isConnected, isVisible, unread, type]);
}

/** Unread notifications of a type; 0 until loaded. */
export const countUnread = (summary: NotificationSummary | null, type: BadgeType) =>
  summary?.badges.find((badge) => badge.type === type)?.unread ?? 0;

function onVisibilityChange(notify: () => void) {
  document.addEventListener("visibilitychange", notify);
  return () => document.removeEventListener("visibilitychange", notify);
}
