import { useMutation, useQuery } from "@tanstack/react-query";
import { Download } from "lucide-react";
import type { Invoice } from "#contract/invoices.ts";
import type { Order } from "#contract/orders/orders.ts";
import { call, freshQuery } from "#web/api/call.ts";
import { Loaded } from "#web/ui/feedback/loaded.tsx";
import { Skeleton } from "#web/ui/feedback/skeleton.tsx";
import { toastProblem } from "#web/ui/feedback/toast-store.ts";
import { Button } from "#web/ui/forms/button.tsx";
import { CardSection } from "#web/ui/layout/card.tsx";
import { saveFile } from "#web/ui/media/save-file.ts";
import { formatDay } from "#web/ui/text/date-format.ts";
import { formatMoney } from "#web/ui/text/money-format.ts";
import { sayWith } from "#web/ui/text/say-with.ts";
import { say } from "#words/say.ts";

/** Downloads of the invoice and credit notes. */
export function Documents({ order }: { order: Order }) {
  const has = order.actions.includes("invoice");
  const result = useQuery({
    ...freshQuery("GET /orders/:id/documents", { params: { id: order.id } }),
    enabled: has,
    select: (answer) => answer.data,
  });
  if (!has) return null;
  return (
    <CardSection title={say("Invoice")}>
      <Loaded result={result} skeleton={<Skeleton className="h-11" />}>
        {(documents) => (
          <ul aria-label={say("Documents")} className="grid gap-3">
            {documents.map((one) => (
              <DocumentRow key={one.id} one={one} />
            ))}
          </ul>
        )}
      </Loaded>
    </CardSection>
  );
}

function DocumentRow({ one }: { one: Invoice }) {
  const fetching = useMutation({
    mutationFn: async () => saveFile(await call("GET /documents/:id", { params: { id: one.id } }), `${one.number}.pdf`),
    onError: toastProblem(),
  });
  const { number } = one;
  const isInvoice = one.kind === "invoice";
  return (
    <li className="flex flex-wrap items-center justify-between gap-3 text-sm">
      <span>
        <span className="block font-medium">
          {isInvoice ? say("Invoice {number}", { number }) : say("Credit note {number}", { number })}
        </span>
        <span className="text-muted">
          {formatDay(one.issued_at)} · {formatMoney(one.total)}
        </span>
      </span>
      <Button size="small" busy={fetching.isPending} onClick={() => fetching.mutate()}>
        <Download className="size-4" />{" "}
        {sayWith("Download {document}", {
          document: (
            <span className="sr-only">
              {isInvoice ? say("invoice {number}", { number }) : say("credit note {number}", { number })}
            </span>
          ),
        })}
      </Button>
    </li>
  );
}
