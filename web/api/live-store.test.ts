import { afterEach, expect, test } from "vitest";
import { clearLive, emitLive, setConnection, updateFigure, useLive } from "./live-store.ts";

afterEach(clearLive);
const unread = (count: number, seq: number) => ({ unread: count, latest: [], badges: [], seq });

test("L2 an older figure that arrives late is dropped", () => {
  updateFigure("notification_summary", unread(3, 7));
  updateFigure("notification_summary", unread(9, 6));
  expect(useLive.getState().notification_summary?.unread).toBe(3);
  updateFigure("notification_summary", unread(0, 8));
  expect(useLive.getState().notification_summary?.unread).toBe(0);
});

test("S4 signing out clears the figures and the connection", async () => {
  updateFigure("notification_summary", unread(3, 7));
  setConnection(async () => true);
  expect(await emitLive("mark_all_notifications_read")).toBe(true);
  clearLive();
  expect(useLive.getState().notification_summary).toBeNull();
  expect(await emitLive("mark_all_notifications_read")).toBe(false);
});
