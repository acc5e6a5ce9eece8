import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { shopTime, syncShopClock } from "./shop-clock.ts";

const minute = 60_000;
const noon = Date.UTC(2026, 10, 22, 12);
const answerOf = (time: number) => new Response(null, { headers: { date: new Date(time).toUTCString() } });
const atShop = () => shopTime(Date.now());

beforeEach(() => vi.useFakeTimers({ now: noon }));
afterEach(() => {
  syncShopClock(answerOf(Date.now()));
  vi.useRealTimers();
});

test("R7 the time is the server's, whether the device's clock is ahead, behind or corrected", () => {
  for (const wrongBy of [45 * minute, -45 * minute, 0]) {
    vi.setSystemTime(noon + wrongBy);
    syncShopClock(answerOf(noon));
    expect(atShop()).toBe(noon);
    vi.advanceTimersByTime(minute);
    expect(atShop()).toBe(noon + minute);
  }
});

test("R7 latency and responses without a date don't change the time", () => {
  syncShopClock(answerOf(noon - 1500));
  expect(atShop()).toBe(noon);
  vi.setSystemTime(noon + 45 * minute);
  syncShopClock(answerOf(noon));
  syncShopClock(answerOf(noon - 1000));
  syncShopClock(new Response());
  expect(atShop()).toBe(noon);
});
