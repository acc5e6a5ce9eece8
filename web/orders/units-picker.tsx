import type { ReactNode } from "react";
import { QuantityField } from "#web/ui/forms/quantity-field.tsx";
import { InlineList } from "#web/ui/text/inline-list.tsx";
import { say } from "#words/say.ts";
import type { Units } from "./units.ts";

type Props = {
  /** Accessible name. */
  label: string;
  units: Units[];
  /** Text of a quantity, such as "3 left to ship". */
  describe: (quantity: number, item: Units["item"]) => string;
  quantities: Map<number, number>;
  onChange: (quantities: Map<number, number>) => void;
  /** Further fields of a line with selected units. */
  more?: (unit: Units) => ReactNode;
};

/** Selects a quantity of each line. */
export const UnitsPicker = ({ label, units, describe, quantities, onChange, more }: Props) => (
  <ul aria-label={label} className="grid gap-3">
    {units.map((unit) => (
      <li key={unit.item.id} className="grid gap-2 text-sm">
        <div className="flex flex-wrap items-center justify-between gap-3">
          <span className="min-w-0 flex-1">
            <span className="block font-medium">{unit.item.name}</span>
            <span className="text-muted">
              <InlineList of={[...unit.item.options.map(({ value }) => value), describe(unit.quantity, unit.item)]} />
            </span>
          </span>
          <QuantityField
            size="small"
            label={say("Quantity of {name}", { name: unit.item.name })}
            value={quantities.get(unit.item.id) ?? 0}
            min={0}
            max={unit.quantity}
            onValueChange={(value) => onChange(new Map(quantities).set(unit.item.id, value))}
          />
        </div>
        {(quantities.get(unit.item.id) ?? 0) > 0 && more?.(unit)}
      </li>
    ))}
  </ul>
);
