import { EnergyClass, EnergyLabel, type EnergyRating, isOnScale } from "#contract/catalogue/energy-labels.ts";
import type { Row } from "#server/imports/files/row.ts";
import type { CellReader } from "./product-cells.ts";

/** What the cells of a file say of an energy label. */
export type SaidEnergyLabel = Pick<EnergyLabel, "class"> & Partial<EnergyLabel>;

/** The energy label of a product, of its first row; nothing without a class. Empty cells leave the label's values unchanged. */
export function readEnergyLabel(row: Row, cells: CellReader): SaidEnergyLabel | undefined {
  const { label_url, sheet_url, eprel_number } = EnergyLabel.shape;
  const ignore = (column: Column, why: string) => void cells.note(row, column, "value_ignored", why);
  const read = <Value>(column: Column, schema: { safeParse(text: string): { success: boolean; data?: Value } }) => {
    const text = cells.text(row, column, 2000);
    const parsed = text === "" ? undefined : schema.safeParse(text);
    if (parsed && !parsed.success) ignore(column, `"${text.slice(0, 60)}" was left out.`);
    return parsed?.data ?? undefined;
  };
  const said = {
    class: read("energyClass", EnergyClass),
    best: read("energyBest", EnergyClass),
    worst: read("energyWorst", EnergyClass),
    label_url: read("energyLabel", label_url),
    sheet_url: read("energySheet", sheet_url),
    eprel_number: read("eprelNumber", eprel_number),
  };
  const known = Object.fromEntries(Object.entries(said).filter(([, value]) => value !== undefined));
  if (said.class === undefined) {
    const isAlone = Object.keys(known).length > 0 && cells.text(row, "energyClass") === "";
    return isAlone ? ignore("energyClass", "An energy label without a class was left out.") : undefined;
  }
  const scale = scaleOf(said.class, said);
  if (!isOnScale({ class: said.class, ...scale })) return ignore("energyClass", "The class isn't on the scale.");
  return { ...known, class: said.class };
}

type Column = "energyClass" | "energyBest" | "energyWorst" | "energyLabel" | "energySheet" | "eprelNumber";
type Scale = Pick<EnergyRating, "best" | "worst">;

/** The label of a product once its file is imported: what the file doesn't say stays. */
export function mergeEnergyLabel(said: SaidEnergyLabel, current: EnergyLabel | null | undefined): EnergyLabel {
  const links = { label_url: null, sheet_url: null, eprel_number: null };
  const scale = { ...current, ...said };
  const isOn = scale.best && scale.worst && isOnScale({ class: said.class, best: scale.best, worst: scale.worst });
  return { ...links, ...current, ...said, ...scaleOf(said.class, isOn ? scale : said) };
}

/** The classes above A are on the scale of labels from before 2021. */
const scaleOf = (own: EnergyClass, { best, worst }: Partial<Scale>): Scale => ({
  best: best ?? (own.includes("+") ? "A+++" : "A"),
  worst: worst ?? (own.includes("+") ? "D" : "G"),
});
