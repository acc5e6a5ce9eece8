import { Country } from "#contract/endpoint.ts";
import type { Row } from "#server/imports/files/row.ts";
import type { SaidContact, SaidSafety } from "#server/imports/products/product-draft.ts";
import type { CellReader } from "./product-cells.ts";

/** Who answers for the safety of a product, of its first row. Empty cells leave the product's values unchanged. */
export function readSafety(row: Row, cells: CellReader): SaidSafety | undefined {
  const manufacturer = readContact(row, cells, "manufacturer");
  const responsible_person = readContact(row, cells, "responsible");
  const warnings = cells.text(row, "warnings", 5000);
  if (!manufacturer && !responsible_person && warnings === "") return undefined;
  return {
    ...(manufacturer && { manufacturer }),
    ...(responsible_person && { responsible_person }),
    ...(warnings !== "" && { warnings }),
  };
}

function readContact(row: Row, cells: CellReader, who: "manufacturer" | "responsible"): SaidContact | undefined {
  const name = cells.text(row, `${who}Name`, 200);
  const address = cells.text(row, `${who}Address`, 500);
  const contact = cells.text(row, `${who}Contact`, 300);
  if (name === "") {
    if (address || contact || cells.text(row, `${who}Country`))
      cells.note(row, `${who}Name`, "value_ignored", "An address without a name was left out.");
    return undefined;
  }
  const country = readCountry(row, cells, `${who}Country`);
  return { name, ...(address && { address }), ...(contact && { contact }), ...(country && { country }) };
}

/** A two-letter code, in any case; undefined if the cell is empty or is none, with a note. */
export function readCountry(
  row: Row,
  cells: CellReader,
  column: "manufacturerCountry" | "responsibleCountry" | "origin",
): string | undefined {
  const code = cells.text(row, column).toUpperCase();
  if (Country.safeParse(code).success) return code;
  if (code !== "") cells.note(row, column, "value_ignored", `"${code.slice(0, 60)}" is no two-letter country code.`);
  return undefined;
}
