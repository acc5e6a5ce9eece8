import { expect, test } from "vitest";
import type { BulkEdit } from "#contract/catalogue/bulk-edits.ts";
import { statusToast } from "./bulk-status-toast.ts";

const actions = { undo: () => undefined, show: () => undefined };
const edit = { status: "done", changed: 3, undo_until: "2030-01-01T00:00:00Z" } as BulkEdit;

test("products that were archived are counted, with Undo", () => {
  expect(statusToast(edit, "archived", actions)).toEqual({
    tone: "success",
    title: "3 products archived",
    action: { label: "Undo", onClick: actions.undo },
  });
});

test("a bulk edit that still runs is not said to be done", () => {
  const { tone, title, description, action } = statusToast({ ...edit, status: "running" }, "archived", actions);
  expect([tone, title, description, action?.onClick]).toEqual([
    undefined,
    "3 products archived so far",
    "Still running.",
    actions.show,
  ]);
});
