import type { NotificationSummary } from "#contract/events.ts";

/** How many notifications of a kind are unread; 0 until it is known. */
export const unreadOf = (summary: NotificationSummary | null, type: "new_order" | "new_user") =>
  summary?.badges.find((badge) => badge.type === type)?.unread ?? 0;
