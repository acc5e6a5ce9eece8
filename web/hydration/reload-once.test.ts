import { afterEach, expect, test, vi } from "vitest";
import { reloadOnce } from "./lazy.tsx";

afterEach(() => vi.unstubAllGlobals());

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
