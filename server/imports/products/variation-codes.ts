import { type RowRemark, toRemark } from "#server/imports/remarks.ts";
import { type CodeKind, codeColumns, codeKinds, codeNames } from "./product-claims.ts";
import type { CurrentProduct, KnownProducts, VariationMatch } from "./product-plan.ts";

/**
 * Takes SKUs and barcodes from the variations of a product in the file that belong to another variation: of another
 * product of the shop, of a variation of the product that keeps it, or of an earlier row. A note names the owner.
 */
export function dropTakenCodes(
  matches: VariationMatch[],
  current: CurrentProduct | undefined,
  known: KnownProducts,
): { matches: VariationMatch[]; notes: RowRemark[] } {
  const notes: RowRemark[] = [];
  let left = matches;
  for (const kind of codeKinds)
    for (;;) {
      const conflicts = findConflicts(kind, left, current, known);
      if (conflicts.size === 0) break;
      // A variation that lost its new code keeps its old one, which another may have been given: look again.
      left = left.map((match) => {
        const owner = conflicts.get(match);
        if (owner === undefined) return match;
        const { [kind]: code, ...draft } = match.draft;
        const message = `The ${codeNames[kind]} ${code} is used by ${owner}. This variation was imported without it.`;
        notes.push(toRemark(draft.row, codeColumns[kind], `${kind}_taken`, message));
        return { ...match, draft };
      });
    }
  return { matches: left, notes };
}

/** The matches whose code in the file belongs to another variation, with a description of that. */
function findConflicts(
  kind: CodeKind,
  matches: VariationMatch[],
  current: CurrentProduct | undefined,
  known: KnownProducts,
): Map<VariationMatch, string> {
  const conflicts = new Map<VariationMatch, string>();
  const matched = new Set(matches.map((match) => match.current));
  const owners = new Map<string, string>();
  for (const variation of current?.variations ?? [])
    if (variation[kind] !== null && !matched.has(variation))
      owners.set(variation[kind], "another variation of this product");
  // Those that have it already come first.
  for (const match of matches.toSorted((one, other) => Number(keepsCode(kind, other)) - Number(keepsCode(kind, one)))) {
    const code = match.draft[kind] ?? match.current?.[kind];
    if (code === undefined || code === null) continue;
    const product = known[kind === "sku" ? "bySku" : "byBarcode"].get(code);
    const owner = product && product.id !== current?.id ? `"${product.name}"` : owners.get(code);
    if (owner !== undefined && match.draft[kind] !== undefined) conflicts.set(match, owner);
    else owners.set(code, `row ${match.draft.row.row}`);
  }
  return conflicts;
}

const keepsCode = (kind: CodeKind, { draft, current }: VariationMatch) =>
  current !== undefined && current[kind] !== null && (draft[kind] ?? current[kind]) === current[kind];
