import { type ComponentProps, type FormEvent, useState } from "react";
import { Loaded } from "#web/ui/feedback/loaded.tsx";
import { TextSkeleton } from "#web/ui/feedback/skeleton.tsx";
import { FormFooter } from "#web/ui/forms/dialog-form.tsx";
import { useCloseDialog } from "#web/ui/overlay/dialog-store.ts";
import { useCategoryIndex } from "./categories.queries.ts";
import { CategoryPicker } from "./category-picker.tsx";

type Props = Omit<ComponentProps<typeof CategoryPicker>, "index" | "onValue" | "error"> & {
  onChosen: (id: number | null) => void;
};

/** Picks one category in a dialog, which it closes. */
export function CategoryChoice({ value, onChosen, ...picker }: Props) {
  const closeDialog = useCloseDialog();
  const [chosen, setChosen] = useState(value);
  const choose = (event: FormEvent) => {
    event.preventDefault();
    closeDialog();
    if (chosen !== undefined) onChosen(chosen);
  };
  return (
    <Loaded result={useCategoryIndex()} skeleton={<TextSkeleton lines={4} />}>
      {(index) => (
        <form className="grid gap-5" onSubmit={choose}>
          <CategoryPicker {...picker} index={index} value={chosen} onValue={setChosen} />
          <FormFooter action="Choose" busy={false} />
        </form>
      )}
    </Loaded>
  );
}
