import type { ImportJob, ImportUndo as Undo } from "#contract/imports.ts";
import { Button } from "#web/ui/forms/button.tsx";
import { FormProblem } from "#web/ui/forms/dialog-form.tsx";
import { CardSection } from "#web/ui/layout/card.tsx";
import { FailedItems } from "#web/ui/lists/failed-items.tsx";
import { confirm } from "#web/ui/overlay/confirm.tsx";
import { formatMoment } from "#web/ui/text/date-format.ts";
import { formatShopNumber } from "#words/say.ts";
import { importKinds } from "./import-kinds.ts";
import { useImportAction } from "./imports.queries.ts";

/** The undo of an import while it is possible, and what it did. */
export function ImportUndo({ job: { id, kind, status }, undo }: { job: ImportJob; undo: Undo }) {
  const undoing = useImportAction(id, "undo");
  const { until, total, undone, left, failures } = undo;
  const { one, many, item, undoHint } = importKinds[kind];
  const count = (number: number) => `${formatShopNumber(number)} ${number === 1 ? one : many}`;
  const isStarted = status === "undoing" || status === "undone";
  const start = async () => {
    const question = {
      title: "Undo this import?",
      says: `${count(total)} are deleted or get back the values from before. ${undoHint}`,
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
          ? `This import can be undone until ${formatMoment(until)}.`
          : `${count(undone)} undone${left > 0 ? `, ${count(left)} not or only in part` : ""}.`
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
        <FailedItems
          href={item}
          head={capitalize(one)}
          label={`${capitalize(many)} that weren't undone`}
          failures={failures}
          count={left}
        />
      )}
    </CardSection>
  );
}

const capitalize = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);
