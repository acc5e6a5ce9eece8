import { type FormEvent, useState } from "react";
import { Button } from "#web/ui/button.tsx";
import { closeDialog } from "#web/ui/dialog-store.ts";
import { Notice } from "#web/ui/notice.tsx";
import { toast } from "#web/ui/toast-store.ts";
import { useMove, useShelves } from "./categories.queries.ts";
import { isWithin, type Shelf, type Shelves } from "./category-index.ts";
import { CategoryChoice } from "./category-picker.tsx";
import { setOpen, wishFocus } from "./tree-state.ts";
import { lastPlace } from "./use-move-actions.ts";

/** Asks below which category another goes, and puts it there as the last. For whoever doesn't drag. */
export function CategoryMoveForm(opened: { shelves: Shelves; shelf: Shelf }) {
  const { data: shelves = opened.shelves } = useShelves();
  const { category, parent_id } = shelves.byId.get(opened.shelf.category.id) ?? opened.shelf;
  const move = useMove();
  const [chosen, setChosen] = useState<number | null>(parent_id);
  const [mistake, setMistake] = useState<string>();
  const send = async (event: FormEvent) => {
    event.preventDefault();
    if (chosen === parent_id) return setMistake(`“${category.name}” is there already. Choose another place.`);
    if (chosen !== null) setOpen([chosen], true);
    try {
      await move.mutateAsync({ id: category.id, to: lastPlace(shelves, chosen, category.id) });
    } catch {
      return;
    }
    const place = chosen === null ? "at the top" : `in “${shelves.byId.get(chosen)?.category.name ?? ""}”`;
    toast({ tone: "success", title: `“${category.name}” is ${place} now` });
    wishFocus(category.id);
    closeDialog();
  };
  return (
    <form noValidate className="grid gap-5" onSubmit={send}>
      {move.error && (
        <Notice tone="danger" role="alert" title="It was not moved">
          {move.error.message} The choice below is how the categories are now.
        </Notice>
      )}
      <CategoryChoice
        shelves={shelves}
        legend="Where it goes"
        topLabel="At the top"
        value={chosen}
        onValue={(id) => {
          setChosen(id);
          setMistake(undefined);
        }}
        isOut={(one) => isWithin(shelves, one.category.id, category.id)}
        error={mistake}
      />
      <p className="text-sm text-muted">
        What is below it comes along. Its address changes; the old one leads to the new.
      </p>
      <div className="flex flex-wrap justify-end gap-3">
        <Button onClick={() => closeDialog("close-button")}>Cancel</Button>
        <Button type="submit" look="primary" busy={move.isPending}>
          Move
        </Button>
      </div>
    </form>
  );
}
