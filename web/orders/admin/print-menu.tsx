import { useMutation } from "@tanstack/react-query";
import { call } from "#web/api/call.ts";
import { toastProblem } from "#web/ui/feedback/toast-store.ts";
import { ReadOnlyContext } from "#web/ui/forms/button.tsx";
import { saveFile } from "#web/ui/media/save-file.ts";
import { ActionMenu } from "#web/ui/overlay/action-menu.tsx";

/** Downloads the packing slips or invoices of orders to print, one PDF for all. */
export function PrintMenu({ ids }: { ids: string[] }) {
  const print = useMutation({
    mutationFn: async (kind: "packing_slip" | "invoice") =>
      saveFile(
        await call("GET /orders/documents", { query: { kind, id: ids } }),
        kind === "invoice" ? "invoices.pdf" : "packing-slips.pdf",
      ),
    onError: toastProblem("Couldn't create the PDF"),
  });
  const s = ids.length === 1 ? "" : "s";
  return (
    // It changes nothing.
    <ReadOnlyContext value={false}>
      <ActionMenu
        label="Print"
        disabled={print.isPending}
        actions={[
          { label: `Packing slip${s}`, onSelect: () => print.mutate("packing_slip") },
          { label: `Invoice${s}`, onSelect: () => print.mutate("invoice") },
        ]}
      />
    </ReadOnlyContext>
  );
}
