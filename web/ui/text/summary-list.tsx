import { ChevronDown } from "lucide-react";
import { type ReactNode, useId, useState } from "react";
import type { Reason } from "#contract/cart.ts";
import type { Money } from "#contract/money.ts";
import { type SummaryFigure, type SummaryFigureName, sumFigures } from "#contract/orders/order-summary.ts";
import { classes } from "#web/ui/layout/classes.ts";
import { say } from "#words/say.ts";
import { summaryLabel } from "#words/summary-labels.ts";
import { formatMoney } from "./money-format.ts";

type Props = { stale?: boolean; className?: string; children: ReactNode };

export const SummaryList = ({ stale = false, className, children }: Props) => (
  <dl
    aria-busy={stale}
    className={classes("grid gap-2 text-sm tabular-nums transition-opacity", stale && "opacity-60", className)}
  >
    {children}
  </dl>
);

type FiguresProps = {
  figures: SummaryFigure[];
  reasons?: Reason[];
  /** Named beside the delivery. */
  method?: { name: string } | null;
  /** Shown for a delivery price of 0. */
  freeDelivery?: string;
  /** Other labels than usual. */
  labels?: Partial<Record<SummaryFigureName, string>>;
};

/** The figures of a cart, quote or order. */
export const SummaryFigures = ({
  figures,
  reasons = [],
  method = null,
  freeDelivery = say("Free"),
  labels = {},
}: FiguresProps) =>
  figures.map(({ figure, money }) => (
    <SummaryRow
      key={figure}
      label={labels[figure] ?? summaryLabel(figure, method)}
      money={money}
      isTotal={sumFigures.includes(figure)}
      why={reasons.filter((reason) => reason.figure === reasonFigures[figure])}
      {...(figure === "shipping" ? { zero: freeDelivery } : {})}
    />
  ));

const reasonFigures: Partial<Record<SummaryFigureName, Reason["figure"]>> = {
  subtotal: "subtotal",
  discount: "discount",
  shipping: "shipping",
  tax: "tax",
  tax_included: "tax",
  total: "total",
  gift_cards: "gift_card",
};

type FigureProps = {
  label: string;
  money: Money;
  /** Shown instead of 0: "Free". */
  zero?: string;
  /** Explanations, collapsed at first. */
  why?: { text: string; amount: Money }[];
  isTotal?: boolean;
};

/** An amount. With explanations its label is a button that shows them. */
export function SummaryRow({ label, money, zero, why = [], isTotal = false }: FigureProps) {
  const [open, setOpen] = useState(false);
  const id = useId();
  return (
    <div className={classes("grid grid-cols-[minmax(0,1fr)_auto] items-baseline gap-x-4", isTotal && total)}>
      <dt className={isTotal ? undefined : "text-muted"}>
        {why.length === 0 ? (
          label
        ) : (
          <button type="button" aria-expanded={open} aria-controls={id} onClick={() => setOpen(!open)} className={asks}>
            <span>
              {label}
              <span className="sr-only"> {say("details")}</span>
            </span>
            <ChevronDown className={classes("size-3.5 transition-transform", open && "rotate-180")} />
          </button>
        )}
      </dt>
      <dd>{zero && money.amount === 0 ? zero : formatMoney(money)}</dd>
      {why.length > 0 && (
        <dd id={id} hidden={!open} className="col-span-2 mt-1 mb-2 font-normal">
          <ul className="grid gap-1 rounded bg-sunken px-3 py-2 text-sm text-muted">
            {why.map(({ text, amount }) => (
              <li key={text} className="flex justify-between gap-4">
                <span className="min-w-0">{text}</span>
                <span className="shrink-0">{formatMoney(amount)}</span>
              </li>
            ))}
          </ul>
        </dd>
      )}
    </div>
  );
}

const total = "mt-1 border-t border-hairline pt-3 text-lg font-semibold";
const asks =
  "touch-target inline-flex min-h-6 items-center gap-1 rounded-sm text-start decoration-dotted underline-offset-4 hover:underline";
