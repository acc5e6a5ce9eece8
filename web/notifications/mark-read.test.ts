import { expect, test } from "vitest";
import type { Notification } from "#contract/notifications.ts";
import { markRead } from "./mark-read.ts";

const notification = (notification_id: number, read_at: string | null = null): Notification => ({
  notification_id,
  type: "order_shipped",
  title: "On its way",
  body: null,
  link: null,
  read_at,
  created_at: "2026-01-01T00:00:00.000Z",
});
const now = "2026-02-02T00:00:00.000Z";
const timesOf = (list: Notification[]) => list.map(({ read_at }) => read_at);

test("L3 reading one notification leaves the others unread", () => {
  expect(timesOf(markRead([notification(1), notification(2)], 2, now))).toEqual([null, now]);
});

test("L3 reading all doesn't change the time of those already read", () => {
  expect(timesOf(markRead([notification(1, "2026-01-15T00:00:00.000Z"), notification(2)], undefined, now))).toEqual([
    "2026-01-15T00:00:00.000Z",
    now,
  ]);
});
