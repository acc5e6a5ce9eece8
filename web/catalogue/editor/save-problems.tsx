import { useFormState } from "react-hook-form";
import { Banner } from "#web/ui/feedback/banner.tsx";
import { Button } from "#web/ui/forms/button.tsx";
import { EditConflicts } from "./edit-conflicts.tsx";
import { useProductForm } from "./editor-context.ts";
import type { SaveProblem } from "./use-save-product.ts";

/** Why the product was not saved, above the form. */
export function SaveProblems({ problem }: { problem: SaveProblem | undefined }) {
  const { control } = useProductForm();
  const { errors, isSubmitted } = useFormState({ control });
  const count = isSubmitted ? countErrors(errors) : 0;
  return (
    <div role="alert" className="grid gap-3 empty:hidden">
      {problem?.kind === "failed" && (
        <Banner tone="danger" title="Couldn't save product">
          {problem.message}
        </Banner>
      )}
      {problem?.kind === "stale" && <Stale {...problem} />}
      {count > 0 && (
        <Banner tone="danger" title="Product not saved">
          {count === 1 ? "Please fix 1 field." : `Please fix ${count} fields.`}
        </Banner>
      )}
    </div>
  );
}

const Stale = ({ changed, conflicts, takeTheirs }: Extract<SaveProblem, { kind: "stale" }>) => (
  <Banner
    tone="warning"
    title="Someone else has changed this product"
    action={
      <Button size="small" onClick={takeTheirs}>
        Discard my changes
      </Button>
    }
  >
    {changed.length > 0 && <p>They changed: {changed.join(", ")}.</p>}
    <p>
      Nothing you typed is lost.{" "}
      {conflicts.length > 0 ? "Choose what to save where you both changed a field, " : "Review it, "}then save again.
    </p>
    <EditConflicts conflicts={conflicts} />
  </Banner>
);

/** Number of fields with an error, including nested ones. */
function countErrors(errors: object): number {
  return Object.values(errors).reduce((count: number, one: unknown) => {
    if (!one || typeof one !== "object") return count;
    if ("message" in one && typeof one.message === "string") return count + 1;
    return "nodeType" in one ? count : count + countErrors(one);
  }, 0);
}
