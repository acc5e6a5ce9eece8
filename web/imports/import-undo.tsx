import type { ImportJob, ImportUndo as Undo } from "#contract/imports.ts";
import { dashboardPaths } from "#web/dashboard-paths.ts";
import { Button } from "#web/ui/forms/button.tsx";
import { FormProblem } from "#web/ui/forms/dialog-form.tsx";
import { CardSection } from "#web/ui/layout/card.tsx";
import { FailedProducts } from "#web/ui/lists/failed-products.tsx";
import { confirm } from "#web/ui/overlay/confirm.tsx";
import { formatMoment } from "#web/ui/text/date-format.ts";
import { shopLocale } from "#words/say.ts";
import { useUndoImport } from "./imports.queries.ts";

/** The undo of an import while it is possible, and what it did. */
export function ImportUndo({ job: { id, status }, undo }: { job: ImportJob; undo: Undo }) {
  const undoing = useUndoImport(id);
  const { until, total, undone, left, failures } = undo;
  const isStarted = status === "undoing" || status === "undone";
  const start = async () => {
    const question = {
      title: "Undo this import?",
      says:
        `${countProducts(total)} are deleted or get back the values from before. Products ordered or changed since ` +
        "are left as they are.",
      action: "Undo import",
    };
    if (await confirm(question)) undoing.mutate();
  };
  if (!until && !isStarted) return null;
  return (
    <CardSection
      title="Undo"
      hint={
        until
          ? `This import can be undone until ${formatMoment(until, shopLocale())}.`
          : `${countProducts(undone)} undone${left > 0 ? `, ${countProducts(left)} not or only in part` : ""}.`
      }
      action={
        until && (
          <Button writes size="small" busy={undoing.isPending} onClick={() => void start()}>
            Undo import
          </Button>
        )
      }
    >
      <FormProblem problem={undoing.error?.message} />
      {failures.length > 0 && (
        <FailedProducts
          href={dashboardPaths.product}
          label="Products that weren't undone"
          failures={failures}
          count={left}
        />
      )}
    </CardSection>
  );
}

const countProducts = (count: number) => (count === 1 ? "1 product" : `${count.toLocaleString(shopLocale())} products`);
