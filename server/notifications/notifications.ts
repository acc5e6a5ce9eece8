import type { BadgeType, NotificationSummary } from "#contract/events.ts";
import { type Counts, type NotificationType } from "#contract/notifications.ts";
import { hasAccess, type PermissionArea } from "#contract/resources/permissions.ts";
import { listStaffIds } from "#server/accounts/accounts.ts";
import { countOpenOrders } from "#server/orders/orders.ts";
import type { SignedInUser } from "#server/platform/auth/caller.ts";
import type { Db, Tx } from "#server/platform/database/database.ts";
import { invalidate } from "#server/platform/database/transaction.ts";
import { Problem } from "#server/platform/http/problem.ts";
import { countWishlistItems } from "#server/wishlist/wishlist.ts";
import { say } from "#words/say.ts";
import { copyPreferences } from "./email-preferences.sql.ts";
import {
  countUnread,
  deleteNotificationsOf,
  insertNotifications,
  markAllRead,
  markRead,
  moveNotifications,
  type NewNotification,
  readNotifications,
} from "./notifications.sql.ts";

export { updateEmailPreferences, wantsEmail } from "./email-preferences.ts";

/** Notifies users, once per cause. */
export async function notify(tx: Tx, notifications: NewNotification[]) {
  const recipients = await insertNotifications(tx, notifications);
  if (recipients.length > 0) await invalidate(tx, ...recipients.map(unreadTopic));
}

/** The area of each notification to administrators: staff get those of the areas they may read. */
const areaOfType = {
  new_order: "orders",
  new_user: "customers",
  payment_alert: "orders",
  inconsistencies_found: "orders",
  withdrawal_received: "orders",
  return_requested: "orders",
  review_waiting: "marketing",
  low_stock: "catalogue",
  import_failed: "catalogue",
  email_failed: "settings",
  settings_changed: "settings",
  oss_threshold: "settings",
} as const satisfies Record<BadgeType, PermissionArea>;

interface AdminAlert {
  type: BadgeType;
  title: string;
  body?: string;
  /** Path in the dashboard. */
  link: string;
  /** Identifies the cause: one notification, however often it is processed. */
  cause: string | number;
}

/** Notifies every administrator, and the staff who may read the area of the type. */
export async function notifyAdministrators(tx: Tx, { type, title, body, link, cause }: AdminAlert): Promise<void> {
  const recipients = await listStaffIds(tx, areaOfType[type]);
  const dedupeKey = `${type}:${cause}`;
  await notify(
    tx,
    recipients.map((userId) => ({ userId, type, title, body: body ?? null, link, dedupeKey })),
  );
}

/** One page of a user's notifications in the shop's language, newest first, with the total count. */
export async function listNotifications(...request: Parameters<typeof readNotifications>) {
  const { rows, total } = await readNotifications(...request);
  const translated = rows.map(({ values, ...row }) => ({
    ...row,
    title: say(row.title, values),
    body: row.body && say(row.body, values),
  }));
  return { rows: translated, total };
}

/** Marks one as read. Throws `not_found` for another user's. */
export async function markNotificationRead(tx: Tx, userId: number, id: number) {
  const { known, fresh } = await markRead(tx, userId, id);
  if (!known) throw new Problem("not_found");
  if (fresh) await invalidate(tx, unreadTopic(userId));
}

/** Marks all, or all of some types, as read. */
export async function markNotificationsRead(tx: Tx, userId: number, types: NotificationType[] | null = null) {
  if ((await markAllRead(tx, userId, types)) > 0) await invalidate(tx, unreadTopic(userId));
}

/** Deletes a user's notifications, and their name from the notifications of others. */
export async function deleteUserNotifications(tx: Tx, userId: number) {
  const recipients = await deleteNotificationsOf(tx, userId, "New customer (deleted)");
  if (recipients.length > 0) await invalidate(tx, ...recipients.map(unreadTopic));
}

/** Moves the notifications and email preferences of a merged customer. Returns the number of notifications. */
export async function mergeNotifications(tx: Tx, fromId: number, intoId: number): Promise<number> {
  await copyPreferences(tx, fromId, intoId);
  const moved = await moveNotifications(tx, fromId, intoId);
  if (moved > 0) await invalidate(tx, unreadTopic(intoId));
  return moved;
}

const unreadTopic = (userId: number) => `notifications:${userId}`;
const sum = (counts: Map<unknown, number>) => [...counts.values()].reduce((all, count) => all + count, 0);

/** Badges of the account menu. */
export async function getCounts(db: Db, userId: number): Promise<Counts> {
  const [orders, wishlist, unread] = await Promise.all([
    countOpenOrders(db, userId),
    countWishlistItems(db, userId),
    countUnread(db, userId),
  ]);
  return { orders, wishlist, notifications: sum(unread) };
}

const shownNotifications = 5;
const badgeTypes = Object.keys(areaOfType) as BadgeType[];

/** Live update of a user's notifications, with the badges of the areas of the dashboard they may read. */
export async function getLiveSummary(
  db: Db,
  { id, permissions }: Pick<SignedInUser, "id" | "permissions">,
): Promise<Omit<NotificationSummary, "seq">> {
  const [unread, latest] = await Promise.all([
    countUnread(db, id),
    listNotifications(db, { userId: id, unread: false, page: 1, per_page: shownNotifications }),
  ]);
  const badge = (type: BadgeType) => ({ type, count: unread.get(type) ?? 0, unread: unread.get(type) ?? 0 });
  return {
    unread: sum(unread),
    latest: latest.rows.map(({ notification_id, type, title, link, created_at }) => ({
      notification_id,
      type,
      title,
      link,
      created_at,
    })),
    badges: badgeTypes.filter((type) => hasAccess(permissions, areaOfType[type], "read")).map(badge),
  };
}
