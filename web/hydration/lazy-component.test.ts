import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { loadWithRetry, reloading, reloadOnce } from "./lazy-component.tsx";

const reload = vi.fn();
const gone = new Error("Failed to fetch /assets/row-1.js");
let online: () => void;
let stored: Map<string, string>;

beforeEach(() => {
  vi.useFakeTimers();
  reload.mockClear();
  stored = new Map();
  vi.stubGlobal("window", {});
  vi.stubGlobal("navigator", { onLine: true });
  vi.stubGlobal("location", { reload });
  vi.stubGlobal("sessionStorage", {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
  });
  vi.stubGlobal("addEventListener", (_: string, then: () => void) => (online = then));
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

const failing = (times: number) => {
  const load = vi.fn(async () => "part");
  for (let time = 0; time < times; time++) load.mockRejectedValueOnce(gone);
  return load;
};

test("R18 a component whose file is gone reloads the page", async () => {
  const load = failing(1);
  void loadWithRetry(load);
  await vi.advanceTimersByTimeAsync(60_000);
  expect([reload.mock.calls.length, load.mock.calls.length]).toEqual([1, 1]);
});

test("R18 S13 a component that still fails is retried until it loads, and nothing is thrown", async () => {
  stored.set(`reloaded: ${gone.message}`, "before");
  const load = failing(3);
  const part = loadWithRetry(load);
  await vi.advanceTimersByTimeAsync(30_000);
  expect(await part).toBe("part");
  expect([reload.mock.calls.length, load.mock.calls.length]).toEqual([0, 4]);
});

test("R18 a page with unsaved changes is not reloaded, and the component is retried", async () => {
  vi.spyOn(reloading, "isAllowed").mockReturnValue(false);
  const part = loadWithRetry(failing(1));
  await vi.advanceTimersByTimeAsync(10_000);
  expect(await part).toBe("part");
  expect(reload).not.toHaveBeenCalled();
});

test("S13 offline nothing is reloaded, and a component loads once online", async () => {
  vi.stubGlobal("navigator", { onLine: false });
  const part = loadWithRetry(failing(1));
  await vi.advanceTimersByTimeAsync(1);
  online();
  expect(await part).toBe("part");
  expect(reload).not.toHaveBeenCalled();
});

test("R18 a failed lazy load reloads the page once for each file, never in a loop", () => {
  const stored = new Map<string, string>();
  const reload = vi.fn();
  vi.stubGlobal("location", { reload });
  vi.stubGlobal("sessionStorage", {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
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
