import { expect, test, vi } from "vitest";
import { hasPendingToasts, onToast, subscribePendingToasts, toast } from "./toast-store.ts";

test("D4 a toast waits for the region to load, and is shown once", () => {
  const noticed = vi.fn();
  const unwatch = subscribePendingToasts(noticed);
  toast({ title: "Login successful 🔓" });
  expect(hasPendingToasts()).toBe(true);
  expect(noticed).toHaveBeenCalledOnce();

  const heard: string[] = [];
  const stop = onToast(({ title }) => heard.push(title));
  toast({ title: "You're logged Out" });
  expect(heard).toEqual(["Login successful 🔓", "You're logged Out"]);
  expect(hasPendingToasts()).toBe(false);

  stop();
  toast({ title: "Later" });
  expect(heard).toHaveLength(2);
  expect(hasPendingToasts()).toBe(true);
  unwatch();
  // Leaves none to other test files.
  onToast(() => undefined)();
});
