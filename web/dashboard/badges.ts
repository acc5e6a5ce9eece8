import type { NotificationSummary } from "#contract/events.ts";

/** Unread notifications of a type; 0 until loaded. */
export const countUnread = (summary: NotificationSummary | null, type: "new_order" | "new_user") =>
  summary?.badges.find((badge) => badge.type === type)?.unread ?? 0;
