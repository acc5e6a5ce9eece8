import { useMutation } from "@tanstack/react-query";
import { Download } from "lucide-react";
import { useState } from "react";
import { call } from "#web/api/call.ts";
import { toast, toastProblem } from "#web/ui/feedback/toast-store.ts";
import { Button } from "#web/ui/forms/button.tsx";
import { TextField } from "#web/ui/forms/fields/field.tsx";
import { hasLines, saveFile } from "#web/ui/media/save-file.ts";
import { daysOfMonth, daysOfQuarter } from "./months.ts";

/** What accounting needs of a month, as CSV, in a dialog. */
export function AccountingForm({ month: start }: { month: string }) {
  const [month, setMonth] = useState(start);
  const days = daysOfMonth(month);
  return (
    <div className="grid gap-5">
      <TextField
        label="Month"
        type="month"
        value={month}
        onChange={(event) => setMonth(event.target.value)}
        error={days ? undefined : "Choose a month."}
      />
      <div className="flex flex-wrap gap-3">
        <MonthExport route="GET /documents/export" name="invoices" month={month}>
          Invoices and credit notes
        </MonthExport>
        <MonthExport route="GET /payments/transfers/export" name="bank-transfers" month={month}>
          Bank transfers
        </MonthExport>
        <MonthExport route="GET /payments/export" name="payments" month={month}>
          Payments and refunds
        </MonthExport>
        <MonthExport route="GET /orders/items/export" name="order-items" month={month}>
          Items of orders
        </MonthExport>
      </div>
      <div className="grid gap-2">
        <p className="text-sm text-muted">
          For shops in the EU: what you sold to businesses in other member states without VAT, less their credit notes,
          by VAT ID.
        </p>
        <div className="flex flex-wrap gap-3">
          <MonthExport route="GET /documents/sales-list/export" name="ec-sales-list" month={month}>
            EC sales list of the month
          </MonthExport>
          <MonthExport route="GET /documents/sales-list/export" name="ec-sales-list-quarter" month={month} isQuarter>
            EC sales list of the quarter
          </MonthExport>
        </div>
      </div>
    </div>
  );
}

type Props = {
  route:
    | "GET /documents/export"
    | "GET /documents/sales-list/export"
    | "GET /payments/transfers/export"
    | "GET /payments/export"
    | "GET /orders/items/export";
  name: string;
  month: string;
  isQuarter?: boolean;
  children: string;
};

function MonthExport({ route, name, month, isQuarter = false, children }: Props) {
  const days = isQuarter ? daysOfQuarter(month) : daysOfMonth(month);
  const download = useMutation({
    mutationFn: async () => {
      const file = await call(route, { query: days ?? {} });
      if (!(await hasLines(file)))
        return toast({ title: `No entries in this ${isQuarter ? "quarter" : "month"}: ${children}` });
      saveFile(file, `${name}-${month}.csv`);
    },
    onError: toastProblem("Couldn't export the month"),
  });
  return (
    <Button busy={download.isPending} disabled={!days} onClick={() => download.mutate()}>
      <Download />
      {children}
    </Button>
  );
}
