import type { EnergyLabel as Label } from "#contract/catalogue/energy-labels.ts";
import { say } from "#words/say.ts";
import { EnergyArrow } from "./energy-arrow.tsx";

/** The energy class next to the price, which leads to the label, and the product information sheet; nothing without a class. */
export function EnergyLabel({ label }: { label: Label | null }) {
  if (!label) return null;
  const arrow = <EnergyArrow rating={label} className="h-9" />;
  return (
    <p className="flex flex-wrap items-center gap-x-4 gap-y-2">
      {label.label_url ? (
        <a href={label.label_url} target="_blank" rel="nofollow noopener" title={say("Show energy label")}>
          {arrow}
        </a>
      ) : (
        arrow
      )}
      {label.sheet_url && (
        <a
          href={label.sheet_url}
          target="_blank"
          rel="nofollow noopener"
          className="text-sm text-link underline underline-offset-4"
        >
          {say("Product information sheet")}
        </a>
      )}
    </p>
  );
}
