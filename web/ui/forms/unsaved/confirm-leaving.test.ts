import { NavigationType } from "react-router";
import { beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { closesDialog } from "#web/ui/forms/dialog-form.tsx";
import { useDialogHost } from "#web/ui/overlay/dialog-store.ts";
import { confirmLeaving, lostBy } from "./confirm-leaving.ts";
import { guardChanges, isAllSaved } from "./unsaved-changes.ts";

beforeEach(() => {
  vi.stubGlobal("addEventListener", vi.fn());
  vi.stubGlobal("removeEventListener", vi.fn());
});
const guard = (...of: Parameters<typeof guardChanges>) => onTestFinished(guardChanges(...of));
const question = () => (useDialogHost.getState().open ? useDialogHost.getState().shown : null);

test("nothing unsaved, nothing is asked", async () => {
  expect(isAllSaved()).toBe(false);
  guard({ isUnsaved: () => false });
  expect(isAllSaved()).toBe(true);
  expect(await confirmLeaving()).toBe(true);
  expect(question()).toBeNull();
});

test("two forms of a page are asked for, not only the one opened last", async () => {
  guard({ isUnsaved: () => true });
  guard({ isUnsaved: () => false });
  const leaving = confirmLeaving();
  expect(question()?.title).toBe("Leave page with unsaved changes?");
  question()?.onClose?.("escape");
  expect(await leaving).toBe(false);
});

test("an open dialog is asked first, then the page below it", async () => {
  const ask = vi.fn(async () => false);
  guard({ isUnsaved: () => true });
  guard({ isUnsaved: () => true, ask });
  expect(await confirmLeaving()).toBe(false);
  ask.mockResolvedValueOnce(true);
  useDialogHost.setState({ open: false });
  const leaving = confirmLeaving();
  await expect.poll(() => question()?.title).toBe("Leave page with unsaved changes?");
  question()?.onClose?.("escape");
  expect([await leaving, ask.mock.calls.length]).toEqual([false, 2]);
});

test("Back within a page loses a dialog that would close, a link within it doesn't", () => {
  const place = (pathname: string, key: string) => ({ pathname, key, search: "", hash: "", state: null });
  guard({ isUnsaved: () => true, isOtherPage: closesDialog, ask: async () => false });
  const [list, page2] = [place("/dashboard/gift-cards", "a"), place("/dashboard/gift-cards", "b")];
  const lost = (...of: Parameters<typeof lostBy>) => lostBy(...of).length;
  expect(lost(page2, list, NavigationType.Pop)).toBe(1);
  expect(lost(list, page2, NavigationType.Replace)).toBe(0);
  expect(lost(list, place("/dashboard", "c"), NavigationType.Push)).toBe(1);
});
