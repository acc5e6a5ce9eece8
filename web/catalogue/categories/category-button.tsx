import { ChevronDown } from "lucide-react";
import { Button } from "#web/ui/forms/button.tsx";
import { openDialog } from "#web/ui/overlay/dialog-store.ts";
import { useCategory } from "./categories.queries.ts";
import { CategoryChoice } from "./category-choice.tsx";

type Props = {
  chosen: number | undefined;
  /** Text without a chosen category. */
  none: string;
  /** Title of the dialog. */
  title: string;
  /** The choice of no category; without it one has to be chosen. */
  topLabel?: string;
  onChoose: (category: number | undefined) => void;
};

/** The chosen category; thousands of them are searched in a dialog. */
export function CategoryButton({ chosen, none, title, topLabel, onChoose }: Props) {
  const { data: category } = useCategory(chosen);
  const name = chosen === undefined ? none : (category?.name ?? `No. ${chosen}`);
  return (
    <Button
      onClick={() =>
        openDialog({
          title,
          content: (
            <CategoryChoice
              legend="Category"
              topLabel={topLabel}
              value={chosen ?? null}
              onChosen={(id) => onChoose(id ?? undefined)}
            />
          ),
        })
      }
      className="max-w-full min-w-0 sm:max-w-64"
    >
      <span className="truncate">Category: {name}</span>
      <ChevronDown />
    </Button>
  );
}
