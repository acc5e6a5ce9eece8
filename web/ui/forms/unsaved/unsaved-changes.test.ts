import { afterEach, expect, test, vi } from "vitest";
import { reloading } from "#web/hydration/lazy-component.tsx";
import { onToast } from "#web/ui/feedback/toast-store.ts";
import { guardChanges } from "./unsaved-changes.ts";

afterEach(() => vi.unstubAllGlobals());

test("a page with unsaved changes doesn't reload for a new version of the shop, and says so", () => {
  vi.stubGlobal("addEventListener", () => undefined);
  vi.stubGlobal("removeEventListener", () => undefined);
  const toasts: string[] = [];
  const stop = onToast(({ title }) => toasts.push(title));
  let isUnsaved = false;
  const release = guardChanges({ isUnsaved: () => isUnsaved });
  expect([reloading.isAllowed(), toasts]).toEqual([true, []]);
  isUnsaved = true;
  expect([reloading.isAllowed(), toasts.length]).toEqual([false, 1]);
  release();
  expect(reloading.isAllowed()).toBe(true);
  stop();
});
