import { expect, test, vi } from "vitest";
import { hearToasts, toast, toastsWaiting, watchWaiting } from "./toast-store.ts";

test("D4 a toast said before the region is loaded waits for it, and none is said twice", () => {
  const noticed = vi.fn();
  const unwatch = watchWaiting(noticed);
  toast({ title: "Login successful 🔓" });
  expect(toastsWaiting()).toBe(true);
  expect(noticed).toHaveBeenCalledOnce();

  const heard: string[] = [];
  const stop = hearToasts(({ title }) => heard.push(title));
  toast({ title: "You're logged Out" });
  expect(heard).toEqual(["Login successful 🔓", "You're logged Out"]);
  expect(toastsWaiting()).toBe(false);

  stop();
  toast({ title: "Later" });
  expect(heard).toHaveLength(2);
  expect(toastsWaiting()).toBe(true);
  unwatch();
  // None is left for another test file.
  hearToasts(() => undefined)();
});
