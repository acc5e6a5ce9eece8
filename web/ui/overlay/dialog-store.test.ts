import { expect, test, vi } from "vitest";
import { guardDialog, openDialog, removeDialog, useDialogHost } from "./dialog-store.ts";

const shown = () => {
  const { open, shown: one } = useDialogHost.getState();
  return open ? one?.title : undefined;
};

test("a dialog is closed by what opened it, not by the late answer of another", () => {
  const closeFirst = openDialog({ title: "First", content: null });
  closeFirst("escape");
  const onClose = vi.fn();
  const closeSecond = openDialog({ title: "Second", content: null, onClose });
  closeFirst();
  expect(shown()).toBe("Second");
  closeSecond();
  expect([shown(), onClose.mock.calls]).toEqual([undefined, [["other"]]]);
});

test("a replaced dialog is told, as a question in it waits for an answer", () => {
  const onClose = vi.fn();
  openDialog({ title: "Question", content: null, onClose });
  const close = openDialog({ title: "Form", content: null });
  expect([onClose.mock.calls, shown()]).toEqual([[["other"]], "Form"]);
  close();
});

test("the user closes a guarded dialog only if the guard agrees; its form and Back always do", async () => {
  const close = openDialog({ title: "Form", content: null });
  const ask = vi.fn(async () => false);
  const release = guardDialog(ask);
  close("escape");
  await Promise.resolve();
  expect([shown(), ask.mock.calls.length]).toEqual(["Form", 1]);
  ask.mockResolvedValueOnce(true);
  close("backdrop");
  await expect.poll(shown).toBeUndefined();
  const again = openDialog({ title: "Form", content: null });
  again();
  expect(shown()).toBeUndefined();
  openDialog({ title: "Form", content: null })("back");
  expect([shown(), ask.mock.calls.length]).toEqual([undefined, 2]);
  release();
});

test("S4 the dialog of somebody who has signed out is removed unasked, with what it shows", async () => {
  const onClose = vi.fn();
  openDialog({ title: "Recovery codes", content: null, onClose });
  const release = guardDialog(async () => false);
  removeDialog();
  expect([useDialogHost.getState(), onClose.mock.calls]).toEqual([{ open: false, shown: null }, [["other"]]]);
  release();
});
