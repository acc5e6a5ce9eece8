import type { BadgeType, NotificationSummary } from "#contract/events.ts";
import { alertTypes, type Counts, type NotificationType } from "#contract/notifications.ts";
import { listAdministratorIds } from "#server/accounts/accounts.ts";
import { countOpenOrders } from "#server/orders/orders.ts";
import type { SignedInUser } from "#server/platform/auth/caller.ts";
import type { Db, Tx } from "#server/platform/database/database.ts";
import { invalidate } from "#server/platform/database/transaction.ts";
import { Problem } from "#server/platform/http/problem.ts";
import { countWishlistItems } from "#server/wishlist/wishlist.ts";
import {
  countUnread,
  deleteNotificationsOf,
  insertNotifications,
  listNotifications,
  markAllRead,
  markRead,
  type NewNotification,
} from "./notifications.sql.ts";

export { wantsEmail } from "./email-preferences.ts";

/** Notifies users, once per cause. */
export async function notify(tx: Tx, notifications: NewNotification[]) {
  const recipients = await insertNotifications(tx, notifications);
  if (recipients.length > 0) await invalidate(tx, ...recipients.map(unreadTopic));
}

interface AdminAlert {
  type: NotificationType;
  title: string;
  body?: string;
  /** Path in the dashboard. */
  link: string;
  /** Identifies the cause: one notification, however often it is processed. */
  cause: string | number;
}

/** Notifies every administrator. */
export async function notifyAdministrators(tx: Tx, { type, title, body, link, cause }: AdminAlert): Promise<void> {
  const administrators = await listAdministratorIds(tx);
  const dedupeKey = `${type}:${cause}`;
  await notify(
    tx,
    administrators.map((userId) => ({ userId, type, title, body: body ?? null, link, dedupeKey })),
  );
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
  const admins = await listAdministratorIds(tx);
  const recipients = await deleteNotificationsOf(tx, userId, {
    administrators: admins,
    unnamed: "New customer (deleted)",
  });
  if (recipients.length > 0) await invalidate(tx, ...recipients.map(unreadTopic));
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
const badgeTypes: BadgeType[] = ["new_order", "new_user", ...alertTypes];

/** Live update of a user's notifications; administrators also get the badges of the dashboard. */
export async function getLiveSummary(
  db: Db,
  { id, role }: Pick<SignedInUser, "id" | "role">,
): Promise<Omit<NotificationSummary, "seq">> {
  const [unread, latest] = await Promise.all([
    countUnread(db, id),
    listNotifications(db, { userId: id, unread: false, page: 1, per_page: shownNotifications }),
  ]);
  const badge = (type: BadgeType) => ({
    type,
    count: unread.get(type) ?? 0,
    unread: unread.get(type) ?? 0,
  });
  return {
    unread: sum(unread),
    latest: latest.rows.map(({ notification_id, type, title, link, created_at }) => ({
      notification_id,
      type,
      title,
      link,
      created_at,
    })),
    badges: role === "admin" ? badgeTypes.map(badge) : [],
  };
}
