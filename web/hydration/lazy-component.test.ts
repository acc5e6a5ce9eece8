import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { loadWithRetry, reloadOnce } from "./lazy-component.tsx";

const reload = vi.fn();
const gone = new Error("Failed to fetch /assets/row-1.js");
let online: () => void;
let kept: Map<string, string>;

beforeEach(() => {
  vi.useFakeTimers();
  reload.mockClear();
  kept = new Map();
  vi.stubGlobal("window", {});
  vi.stubGlobal("navigator", { onLine: true });
  vi.stubGlobal("location", { reload });
  vi.stubGlobal("sessionStorage", {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
  });
  vi.stubGlobal("addEventListener", (_: string, then: () => void) => (online = then));
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const failing = (times: number) => {
  const load = vi.fn(async () => "part");
  for (let time = 0; time < times; time++) load.mockRejectedValueOnce(gone);
  return load;
};

test("R18 a part whose file is gone has the page loaded anew", async () => {
  const load = failing(1);
  void loadWithRetry(load);
  await vi.advanceTimersByTimeAsync(60_000);
  expect([reload.mock.calls.length, load.mock.calls.length]).toEqual([1, 1]);
});

test("R18 S13 a part that does not come after that either is tried again until it does, and nothing is thrown", async () => {
  kept.set(`reloaded: ${gone.message}`, "before");
  const load = failing(3);
  const part = loadWithRetry(load);
  await vi.advanceTimersByTimeAsync(30_000);
  expect(await part).toBe("part");
  expect([reload.mock.calls.length, load.mock.calls.length]).toEqual([0, 4]);
});

test("S13 without a network nothing is loaded anew, and a part comes as soon as there is one", async () => {
  vi.stubGlobal("navigator", { onLine: false });
  const part = loadWithRetry(failing(1));
  await vi.advanceTimersByTimeAsync(1);
  online();
  expect(await part).toBe("part");
  expect(reload).not.toHaveBeenCalled();
});

test("R18 a failed lazy load reloads the page once for each file, never in a loop", () => {
  const kept = new Map<string, string>();
  const reload = vi.fn();
  vi.stubGlobal("location", { reload });
  vi.stubGlobal("sessionStorage", {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
  });
  expect(reloadOnce(new Error("Failed to fetch /assets/menu-1.js"))).toBe(true);
  expect(reloadOnce(new Error("Failed to fetch /assets/menu-1.js"))).toBe(false);
  expect(reloadOnce(new Error("Failed to fetch /assets/menu-2.js"))).toBe(true);
  expect(reload).toHaveBeenCalledTimes(2);
});

test("R18 without storage nothing is reloaded", () => {
  const reload = vi.fn();
  vi.stubGlobal("location", { reload });
  vi.stubGlobal("sessionStorage", undefined);
  expect(reloadOnce(new Error("gone"))).toBe(false);
  expect(reload).not.toHaveBeenCalled();
});
