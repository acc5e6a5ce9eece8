import { type RefObject, useCallback, useRef, useState } from "react";
import type { FieldErrors } from "react-hook-form";
import { useDesk, useProductForm } from "#web/catalogue/editor/editor-context.ts";
import type { TypedGroup, TypedProduct, TypedVariation } from "#web/catalogue/editor/product-fields.ts";
import { CardSection } from "#web/ui/card.tsx";
import { Checkbox } from "#web/ui/checkbox.tsx";
import { useSmallScreen } from "#web/ui/small-screen.ts";
import { toast } from "#web/ui/toast-store.ts";
import type { VariationRows } from "./selling.tsx";
import { BulkSet } from "./variation-bulk-form.tsx";
import { columns, VariationRow } from "./variation-row.tsx";

type Props = { rows: VariationRows; errors: FieldErrors<TypedProduct>["variations"]; groups: TypedGroup[] };

/** What tells a variation from the others of its product, wherever it stands. */
const keyOf = ({ option_value_ids }: Pick<TypedVariation, "option_value_ids">) => option_value_ids.join("-");

/** Every variation, a row each: what is asked for most often stands in it, the rest unfolds. */
export function VariationList({ rows, errors, groups }: Props) {
  const { getValues } = useProductForm();
  const isSmall = useSmallScreen();
  const titleOf = useTitles(groups);
  const list = useRef<HTMLUListElement>(null);
  const { fields, replace } = rows;
  const { chosen, isTicked, tick, tickAll } = useTicks(fields);
  const { keepOnly, remove } = useTakingOut(replace, list);
  const isEach = (row: TypedVariation) => chosen.length === 0 || isTicked(row);
  return (
    <CardSection title={`Variations (${fields.length})`}>
      <div className="grid gap-4">
        <BulkSet
          count={chosen.length || fields.length}
          isAll={chosen.length === 0 || chosen.length === fields.length}
          canRemove={chosen.length > 0 && chosen.length < fields.length}
          onSet={(more) => replace(getValues("variations").map((row) => (isEach(row) ? { ...row, ...more } : row)))}
          onRemove={() => keepOnly((row) => !isTicked(row), `${chosen.length} variations are taken out`)}
        />
        <div>
          <div className={`${columns} border-b border-hairline pb-2 text-xs font-medium text-muted`}>
            <Checkbox
              label="Choose all variations"
              labelHidden={!isSmall}
              checked={chosen.length > 0 && chosen.length === fields.length}
              some={chosen.length > 0 && chosen.length < fields.length}
              onChange={({ target }) => tickAll(target.checked)}
            />
            {!isSmall &&
              ["Variation", "Price", "In stock", "SKU"].map((words) => (
                <span key={words} aria-hidden="true">
                  {words}
                </span>
              ))}
          </div>
          <ul ref={list} aria-label="Variations">
            {fields.map((row, at) => (
              <VariationRow
                key={row.key}
                at={at}
                rowKey={keyOf(row)}
                title={titleOf(row.option_value_ids)}
                isActive={row.is_active}
                isSmall={isSmall}
                isTicked={isTicked(row)}
                isOnly={fields.length === 1}
                errors={errors?.[at]}
                onTick={tick}
                onRemove={remove}
              />
            ))}
          </ul>
        </div>
      </div>
    </CardSection>
  );
}

/** Which rows are ticked; they stay so while what stands in them changes. */
function useTicks(fields: readonly TypedVariation[]) {
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set());
  const tick = useCallback((key: string, on: boolean) => {
    setTicked((before) => {
      const next = new Set(before);
      if (on) next.add(key);
      else next.delete(key);
      return next;
    });
  }, []);
  const isTicked = (row: TypedVariation) => ticked.has(keyOf(row));
  const tickAll = (on: boolean) => setTicked(new Set(on ? fields.map(keyOf) : []));
  return { chosen: fields.filter(isTicked), isTicked, tick, tickAll };
}

/** Takes variations out of the form; they are gone once it is saved, and until then it can be undone. */
function useTakingOut(replace: VariationRows["replace"], list: RefObject<HTMLUListElement | null>) {
  const { getValues } = useProductForm();
  const keepOnly = useCallback(
    (isKept: (row: TypedVariation, at: number) => boolean, says: string) => {
      const before = getValues("variations");
      replace(before.filter(isKept));
      toast({ title: says, action: { label: "Undo", onClick: () => replace(before) } });
    },
    [getValues, replace],
  );
  const remove = useCallback(
    (at: number, title: string) => {
      keepOnly((_, index) => index !== at, `${title} is taken out`);
      // The rows are made anew; the one that took its place is where one goes on.
      setTimeout(() => {
        const buttons = list.current?.querySelectorAll<HTMLButtonElement>("[data-remove]");
        const next = buttons?.[at] ?? buttons?.[at - 1];
        (next?.disabled ? next.closest("li")?.querySelector("input") : next)?.focus();
      });
    },
    [keepOnly, list],
  );
  return { keepOnly, remove };
}

/** "Red / Small", in the order of the options. */
function useTitles(groups: TypedGroup[]) {
  const { optionGroups } = useDesk();
  const values = optionGroups.flatMap((group) => group.values);
  const labels = new Map(values.map(({ id, label }) => [id, label]));
  const place = new Map(groups.flatMap(({ value_ids }, at) => value_ids.map((id) => [id, at] as const)));
  return (ids: readonly number[]) =>
    ids
      .toSorted((one, other) => (place.get(one) ?? 0) - (place.get(other) ?? 0))
      .map((id) => labels.get(id) ?? "?")
      .join(" / ");
}
