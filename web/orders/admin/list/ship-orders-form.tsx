import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { BulkOrderOutcome } from "#contract/orders/bulk.ts";
import type { OrderSummary } from "#contract/orders/orders.ts";
import { randomId } from "#web/api/random-id.ts";
import { ordersQuery, useBulkOrderAction } from "#web/orders/orders.queries.ts";
import { TextSkeleton } from "#web/ui/feedback/skeleton.tsx";
import { toastDone } from "#web/ui/feedback/undo.ts";
import { Button } from "#web/ui/forms/button.tsx";
import { DiscardQuestion, FormFooter, FormProblem, StayOpen } from "#web/ui/forms/dialog-form.tsx";
import { TextAreaField } from "#web/ui/forms/fields/field.tsx";
import { useCloseDialog } from "#web/ui/overlay/dialog-store.ts";
import { countOrders, FailedOrders } from "./orders-bulk-bar.tsx";
import { parseShipmentRows, rowProblem, type ShipmentRow } from "./shipment-rows.ts";

const maxRows = 100;
const hint =
  "One order a line: number, carrier and tracking number, separated by tabs as copied from a spreadsheet. " +
  "Without a carrier, the order's shipping method says it.";

type Props = { numbers: number[]; onDone: () => void };

/** Ships orders from a pasted list of numbers, carriers and tracking numbers, after a preview. */
export function ShipOrdersForm({ numbers, onDone }: Props) {
  const [start] = useState(() => numbers.map((number) => `${number}\t\t`).join("\n"));
  const [text, setText] = useState(start);
  const [rows, setRows] = useState<ShipmentRow[]>();
  const [problem, setProblem] = useState<string>();
  const preview = () => {
    const parsed = parseShipmentRows(text);
    if (parsed.length === 0) return setProblem("Enter at least one order number.");
    if (parsed.length > maxRows) return setProblem(`Enter at most ${maxRows} orders at once.`);
    setProblem(undefined);
    setRows(parsed);
  };
  if (rows) return <Preview rows={rows} isUnsaved={text !== start} onBack={() => setRows(undefined)} onDone={onDone} />;
  return (
    <form
      noValidate
      className="grid gap-5"
      onSubmit={(event) => {
        event.preventDefault();
        preview();
      }}
    >
      <TextAreaField
        label="Orders"
        hint={hint}
        rows={10}
        error={problem}
        value={text}
        onChange={({ target }) => setText(target.value)}
      />
      <FormFooter action="Preview" busy={false} unsaved={text !== start} />
    </form>
  );
}

type PreviewProps = { rows: ShipmentRow[]; isUnsaved: boolean; onBack: () => void; onDone: () => void };
type Checked = { row: ShipmentRow; order: OrderSummary | undefined; problem: string | undefined };

/** What each row would do, and the button that does it. */
function Preview({ rows, isUnsaved, onBack, onDone }: PreviewProps) {
  const numbers = [...new Set(rows.flatMap(({ number }) => number ?? []))];
  const { data, error } = useQuery({
    ...ordersQuery({ number: numbers, per_page: maxRows }),
    staleTime: 0,
    enabled: numbers.length > 0,
  });
  const { ship, isPending, isShipped, problem, failed } = useShipOrders(onDone);
  if (numbers.length > 0 && !data && !error) return <TextSkeleton lines={4} />;
  const checked = checkRows(rows, data?.data ?? []);
  const ready = checked.filter((one) => one.problem === undefined);
  return (
    <div className="grid gap-5">
      <FormProblem problem={problem ?? error?.message} />
      <FailedOrders outcomes={failed} />
      <PreviewTable rows={checked} />
      {isPending ? <StayOpen /> : isUnsaved && !isShipped && <DiscardQuestion />}
      <div className="flex flex-wrap justify-end gap-3">
        <Button onClick={onBack}>Back</Button>
        <Button
          look="primary"
          busy={isPending}
          disabled={ready.length === 0}
          onClick={() => ship(ready.map(({ row }) => row))}
        >
          Ship {countOrders(ready.length)}
        </Button>
      </div>
    </div>
  );
}

function useShipOrders(onDone: () => void) {
  const closeDialog = useCloseDialog();
  const bulk = useBulkOrderAction();
  // A press after a lost response repeats the request instead of shipping again.
  const [key, setKey] = useState(randomId);
  const [failed, setFailed] = useState<BulkOrderOutcome[]>([]);
  const ship = (rows: ShipmentRow[]) => {
    const shipments = rows.flatMap(({ number, carrier, tracking }) =>
      number === null ? [] : [{ number, carrier, tracking_number: tracking }],
    );
    bulk.mutate(
      { route: "POST /orders/bulk/shipments", args: { body: { shipments } }, key },
      {
        onSuccess: ({ data }) => {
          const problems = data.filter((one) => one.problem !== null);
          const done = data.length - problems.length;
          if (done > 0) toastDone(data, `${countOrders(done)} shipped`);
          setFailed(problems);
          setKey(randomId());
          if (problems.length > 0) return;
          closeDialog();
          onDone();
        },
      },
    );
  };
  return { ship, isPending: bulk.isPending, isShipped: bulk.isSuccess, problem: bulk.error?.message, failed };
}

function checkRows(rows: ShipmentRow[], orders: OrderSummary[]): Checked[] {
  const byNumber = new Map(orders.map((order) => [order.number, order]));
  const earlier = new Set<number>();
  return rows.map((row) => {
    const order = byNumber.get(row.number ?? 0);
    const problem = rowProblem(row, order, earlier);
    if (row.number !== null) earlier.add(row.number);
    return { row, order, problem };
  });
}

const PreviewTable = ({ rows }: { rows: Checked[] }) => (
  <div className="overflow-x-auto">
    <table className="w-full text-start text-sm">
      <caption className="sr-only">Preview</caption>
      <thead className="text-xs text-muted">
        <tr>
          {["Order", "Customer", "Carrier", "Tracking number", "Result"].map((head) => (
            <th key={head} scope="col" className="py-1.5 pe-3 text-start font-medium whitespace-nowrap">
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ row, order, problem }, index) => (
          // An order may be listed twice.
          <tr key={`${row.text}-${index}`} className="border-t border-hairline">
            <td className="py-1.5 pe-3 tabular-nums">{row.text}</td>
            <td className="py-1.5 pe-3">{order?.customer.fullname}</td>
            <td className="py-1.5 pe-3">{row.carrier}</td>
            <td className="py-1.5 pe-3 wrap-anywhere">{row.tracking}</td>
            <td className={problem ? "py-1.5 text-danger" : "py-1.5 text-success"}>{problem ?? "Ready to ship"}</td>
          </tr>
        ))}
      </tbody>
    </table>
  </div>
);
