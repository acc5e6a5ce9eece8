import { useState } from "react";
import { setBranchesOpen } from "#web/catalogue/categories/tree/tree-state.ts";
import { lastPosition } from "#web/catalogue/categories/tree/use-move-actions.ts";
import { toastDone } from "#web/ui/feedback/undo.ts";
import { DialogForm } from "#web/ui/forms/dialog-form.tsx";
import { useCallForm } from "#web/ui/forms/use-call-form.ts";
import { useCloseDialog } from "#web/ui/overlay/dialog-store.ts";
import { useCategoryIndex, useMoveCategory } from "./categories.queries.ts";
import { type CategoryIndex, type CategoryNode, isSelfOrDescendant } from "./category-index.ts";
import { CategoryPicker } from "./category-picker.tsx";

/** Moves a category below another as its last child; the alternative to dragging. */
export function CategoryMoveForm(opened: { index: CategoryIndex; node: CategoryNode }) {
  const closeDialog = useCloseDialog();
  const { data: index = opened.index } = useCategoryIndex();
  const { category, parent_id } = index.byId.get(opened.node.category.id) ?? opened.node;
  const { mutateAsync } = useMoveCategory();
  const [chosen, setChosen] = useState<number | null>(parent_id);
  const [error, setError] = useState<string>();
  const state = useCallForm({
    start: {},
    errorFields: [],
    send: async () => {
      if (chosen === parent_id) return setError(`“${category.name}” is already there. Choose another category.`);
      if (chosen !== null) setBranchesOpen([chosen], true);
      const reply = await mutateAsync({ id: category.id, to: lastPosition(index, chosen, category.id) });
      const place = chosen === null ? "at the top level" : `in “${index.byId.get(chosen)?.category.name ?? ""}”`;
      toastDone(reply, `“${category.name}” is ${place} now`);
      closeDialog();
    },
  });
  return (
    <DialogForm state={state} action="Move" record={category.id}>
      <CategoryPicker
        index={index}
        legend="Move category"
        topLabel="Top level"
        value={chosen}
        onValue={(id) => {
          setChosen(id);
          setError(undefined);
        }}
        isExcluded={(one) => isSelfOrDescendant(index, one.category.id, category.id)}
        error={error}
      />
      <p className="text-sm text-muted">
        Its subcategories move with it. Its URL changes, and the old one redirects to the new one.
      </p>
    </DialogForm>
  );
}
