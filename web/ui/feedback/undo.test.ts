import { expect, onTestFinished, test, vi } from "vitest";
import { call } from "#web/api/call.ts";
import { guardChanges } from "#web/ui/forms/unsaved/unsaved-changes.ts";
import { onToast, type Toast } from "./toast-store.ts";
import { toastDone, useUndoCount } from "./undo.ts";

test("A7 the toast of a write undoes it, and forms without unsaved changes start again", async () => {
  const made: string[] = [];
  let kept: string[] = [];
  vi.stubGlobal("window", globalThis);
  vi.stubGlobal("localStorage", { getItem: () => null });
  vi.stubGlobal("fetch", async (url: string, { method }: RequestInit) => {
    made.push(`${method} ${url}`);
    const undone = url.endsWith("/undo") ? JSON.stringify({ data: { kept: url.includes("/8/") ? kept : [] } }) : null;
    return new Response(undone, { status: undone ? 200 : 204, headers: { undo: "7,8" } });
  });
  vi.stubGlobal("addEventListener", vi.fn());
  vi.stubGlobal("removeEventListener", vi.fn());
  const shown: Toast[] = [];
  onTestFinished(onToast((message) => shown.push(message)));
  const undo = async () => {
    toastDone(await call("DELETE /tags/:id", { params: { id: 1 } }), "Soft deleted");
    shown.at(-1)?.action?.onClick();
  };
  await undo();
  await expect.poll(() => made).toHaveLength(3);
  made.length = 0;
  expect(useUndoCount.getState()).toBe(0);
  onTestFinished(guardChanges({ isUnsaved: () => false }));
  await undo();
  await expect.poll(() => useUndoCount.getState()).toBe(1);
  expect(made).toEqual(["DELETE /v1/tags/1", "POST /v1/audit/7/undo", "POST /v1/audit/8/undo"]);
  onTestFinished(guardChanges({ isUnsaved: () => true }));
  await undo();
  await expect.poll(() => made).toHaveLength(6);
  expect(useUndoCount.getState()).toBe(1);
  kept = ["low_at"];
  await undo();
  await expect.poll(() => shown.at(-1)?.description).toBe("Changed since, so left as it is: low at.");
});

test("A7 of changes of which only some can be undone, what stays of the undone ones is said too", async () => {
  vi.stubGlobal("window", globalThis);
  vi.stubGlobal("localStorage", { getItem: () => null });
  vi.stubGlobal("fetch", async (url: string) => {
    if (url.includes("/audit/8/"))
      return new Response(JSON.stringify({ code: "stale", message: "Changed." }), { status: 409 });
    const undone = url.endsWith("/undo") ? JSON.stringify({ data: { kept: ["low_at"] } }) : null;
    return new Response(undone, { status: undone ? 200 : 204, headers: { undo: "7,8" } });
  });
  const shown: Toast[] = [];
  onTestFinished(onToast((message) => shown.push(message)));
  toastDone(await call("DELETE /tags/:id", { params: { id: 1 } }), "Soft deleted");
  shown.at(-1)?.action?.onClick();
  await expect.poll(() => shown).toHaveLength(3);
  expect(shown.slice(1)).toMatchObject([
    { tone: "danger", title: "Couldn't undo all changes" },
    { title: "Change undone", description: "Changed since, so left as it is: low at." },
  ]);
});
