import { SafetyContact } from "#contract/catalogue/product-safety.ts";
import type { Row } from "#server/imports/files/row.ts";
import type { CellReader } from "./product-cells.ts";
import type { SaidContact, SaidSafety } from "./product-draft.ts";

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
  const code = cells.text(row, `${who}Country`).toUpperCase();
  const ignore = (column: `${typeof who}${"Name" | "Country"}`, why: string) =>
    cells.note(row, column, "value_ignored", why) as undefined;
  if (name === "")
    return address || contact || code ? ignore(`${who}Name`, "An address without a name was left out.") : undefined;
  const isCountry = SafetyContact.shape.country.safeParse(code).success;
  if (code !== "" && !isCountry) ignore(`${who}Country`, `"${code.slice(0, 60)}" is no two-letter country code.`);
  return { name, ...(address && { address }), ...(contact && { contact }), ...(isCountry && { country: code }) };
}
