import { afterEach, expect, test } from "vitest";
import { clearLive, sayLive, setLine, takeFigure, useLive } from "./live-store.ts";

afterEach(clearLive);
const unread = (count: number, seq: number) => ({ unread: count, latest: [], badges: [], seq });

test("L2 an older figure that arrives late is dropped", () => {
  takeFigure("notification_summary", unread(3, 7));
  takeFigure("notification_summary", unread(9, 6));
  expect(useLive.getState().notification_summary?.unread).toBe(3);
  takeFigure("notification_summary", unread(0, 8));
  expect(useLive.getState().notification_summary?.unread).toBe(0);
});

test("S4 signing out leaves no figure and no line", async () => {
  takeFigure("notification_summary", unread(3, 7));
  setLine(async () => true);
  expect(await sayLive("mark_all_notifications_read")).toBe(true);
  clearLive();
  expect(useLive.getState().notification_summary).toBeNull();
  expect(await sayLive("mark_all_notifications_read")).toBe(false);
});
