import { QueryClientProvider } from "@tanstack/react-query";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test, vi } from "vitest";
import type { StockItem } from "#contract/stock.ts";
import { browserClient } from "#web/api/call.ts";
import { onToast, type Toast } from "#web/ui/feedback/toast-store.ts";
import { useAdjustStock } from "./stock.queries.ts";

type Adjust = ReturnType<typeof useAdjustStock>["adjust"];

function Row({ item, onOpen }: { item: StockItem; onOpen: (adjust: Adjust) => void }) {
  onOpen(useAdjustStock(item).adjust);
  return null;
}

/** A row that shows 20 units, of which the server has 18 by now; `sent` are the changes it gets. */
function openRow() {
  const sent: unknown[] = [];
  const toasts: Toast[] = [];
  vi.stubGlobal("window", {});
  let onHand = 18;
  vi.stubGlobal("fetch", async (_url: string, { body }: RequestInit) => {
    const change = JSON.parse(String(body)) as { delta?: number; on_hand?: number };
    sent.push(change);
    const delta = change.delta ?? (change.on_hand ?? 0) - onHand;
    onHand += delta;
    return Response.json({ data: { on_hand: onHand, delta } });
  });
  const stop = onToast((toast) => toasts.push(toast));
  let adjust: Adjust | undefined;
  renderToStaticMarkup(
    <QueryClientProvider client={browserClient()}>
      <Row item={{ variation_id: 7, on_hand: 20 } as StockItem} onOpen={(one) => (adjust = one)} />
    </QueryClientProvider>,
  );
  return { sent, toasts, stop, adjust: adjust as Adjust };
}

test("A5 undoing a change of stock takes back that change, whatever was sold since the row was loaded", async () => {
  const { sent, toasts, stop, adjust } = openRow();
  await adjust({ delta: 10, reason: "receipt" });
  expect(toasts.map(({ title }) => title)).toEqual(["28 on hand"]);
  toasts[0]?.action?.onClick();
  await vi.waitFor(() => expect(sent).toHaveLength(2));
  expect(sent[1]).toMatchObject({ delta: -10 });
  stop();
});

test("A5 a change that leads to the quantity the row has shown can be undone, one that changes nothing can't", async () => {
  const { toasts, stop, adjust } = openRow();
  await adjust({ delta: 2, reason: "correction" });
  await adjust({ delta: 0, reason: "correction" });
  expect(toasts.map(({ title, action }) => [title, action?.label])).toEqual([
    ["20 on hand", "Undo"],
    ["Stock saved", undefined],
  ]);
  stop();
});
