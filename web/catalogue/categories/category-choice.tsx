import { type ComponentProps, useState } from "react";
import { ErrorNotice } from "#web/ui/feedback/loaded.tsx";
import { TextSkeleton } from "#web/ui/feedback/skeleton.tsx";
import { Button } from "#web/ui/forms/button.tsx";
import { closeDialog } from "#web/ui/overlay/dialog-store.ts";
import { useCategoryIndex } from "./categories.queries.ts";
import { CategoryPicker } from "./category-picker.tsx";

type Props = Omit<ComponentProps<typeof CategoryPicker>, "index" | "onValue" | "error"> & {
  onChosen: (id: number | null) => void;
};

/** Picks one category in a dialog, which it closes. */
export function CategoryChoice({ value, onChosen, ...picker }: Props) {
  const { data: index, error, refetch } = useCategoryIndex();
  const [chosen, setChosen] = useState(value);
  if (!index)
    return error ? (
      <ErrorNotice onRetry={() => void refetch()}>{error.message}</ErrorNotice>
    ) : (
      <TextSkeleton lines={4} />
    );
  return (
    <form
      className="grid gap-5"
      onSubmit={(event) => {
        event.preventDefault();
        closeDialog();
        if (chosen !== undefined) onChosen(chosen);
      }}
    >
      <CategoryPicker {...picker} index={index} value={chosen} onValue={setChosen} />
      <div className="flex flex-wrap justify-end gap-3">
        <Button onClick={() => closeDialog("close-button")}>Cancel</Button>
        <Button type="submit" look="primary">
          Choose
        </Button>
      </div>
    </form>
  );
}
