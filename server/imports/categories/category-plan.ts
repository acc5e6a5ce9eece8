import type { CategoryRedirect, CurrentCategory } from "#server/catalogue/catalogue.ts";
import { listChanged, type RowRemark, toRemark } from "#server/imports/remarks.ts";
import { type CategoryDraft, categoryKeys, maxDepth } from "./category-draft.ts";

/** Parent of a category: one of the shop, one created by this import, or none. */
export type PlannedParent = { id: number } | { key: string } | null;
export interface CategoryPlan {
  /** Parents before children. */
  creates: { draft: CategoryDraft; parent: PlannedParent }[];
  updates: { draft: CategoryDraft; parent: PlannedParent; current: CurrentCategory; changes: string[] }[];
  /** Matched by name; its external id is set. */
  adopts: { id: number; import_key: string }[];
  skips: number;
  errors: RowRemark[];
}

/** Plans the import of these categories into the shop's tree. */
export function planCategories(
  drafts: readonly CategoryDraft[],
  existing: readonly CurrentCategory[],
  former: readonly CategoryRedirect[] = [],
): CategoryPlan {
  const plan: CategoryPlan = { creates: [], updates: [], adopts: [], skips: 0, errors: [] };
  const byKey = new Map(drafts.map((draft) => [draft.key, draft]));
  const shop = indexCategories(existing, findMeant(existing, former, byKey));
  const placed = new Map<string, Placed | undefined>();

  /** Places a category after those above it, from the top down. */
  const place = (draft: CategoryDraft) => {
    const line = new Map<string, CategoryDraft>();
    let next: CategoryDraft | undefined = draft;
    for (; next && !placed.has(next.key) && !line.has(next.key); next = byKey.get(next.parent ?? ""))
      line.set(next.key, next);
    if (next && line.has(next.key)) refuse(next, "category_cycle", "A category can't be its own parent.");
    for (const one of [...line.values()].reverse()) {
      if (placed.has(one.key)) continue;
      const parent = parentOf(one);
      if (!placed.has(one.key)) placed.set(one.key, parent && settle(one, parent));
    }
  };
  const refuse = (draft: CategoryDraft, code: string, message: string) => {
    placed.set(draft.key, undefined);
    plan.errors.push(toRemark(draft.row, null, code, message));
    return undefined;
  };
  const parentOf = (draft: CategoryDraft): Placed | undefined => {
    if (draft.parent === null) return { at: null, depth: 0 };
    const inFile = byKey.get(draft.parent);
    if (inFile) {
      const parent = placed.get(inFile.key);
      if (parent) return parent;
      return refuse(draft, "parent_bad", `The parent category in row ${inFile.row.row} has errors.`);
    }
    const inShop = shop.byPlace.get(draft.parent);
    if (inShop) return { at: { id: inShop.id }, depth: inShop.depth };
    return refuse(draft, "parent_missing", "The parent category isn't in the file or in the shop.");
  };
  const settle = (draft: CategoryDraft, parent: Placed): Placed | undefined => {
    const depth = parent.depth + 1;
    if (depth > maxDepth) return refuse(draft, "too_deep", "Categories can be up to eight levels deep.");
    const current = shop.take(draft, parent.at);
    if (!current) {
      plan.creates.push({ draft, parent: parent.at });
      return { at: { key: draft.key }, depth };
    }
    if (draft.import_key && !current.import_key) plan.adopts.push({ id: current.id, import_key: draft.import_key });
    const changes = listChanges(draft, current, parent.at);
    if (changes.length > 0) plan.updates.push({ draft, current, parent: parent.at, changes });
    else plan.skips++;
    return { at: { id: current.id }, depth };
  };

  for (const draft of drafts) place(draft);
  return plan;
}

interface Placed {
  at: PlannedParent;
  depth: number;
}

function listChanges(draft: CategoryDraft, current: CurrentCategory, parent: PlannedParent): string[] {
  const moves = parent === null ? current.parent_id !== null : !("id" in parent) || parent.id !== current.parent_id;
  return listChanged({
    name: draft.name !== current.name,
    parent: moves,
    description: draft.description !== undefined && draft.description !== current.description,
    is_active: draft.is_active !== undefined && draft.is_active !== current.is_active,
    position: !draft.import_key && draft.position !== undefined && draft.position !== current.position,
  });
}

/** The former addresses by which a file means a category: not where it has the category at its present address. */
function findMeant(
  existing: readonly CurrentCategory[],
  former: readonly CategoryRedirect[],
  inFile: ReadonlyMap<string, CategoryDraft>,
): CategoryRedirect[] {
  const present = existing.filter(({ path }) => inFile.has(categoryKeys.path(path.split("/"))));
  const ids = new Set(present.map(({ id }) => id));
  return former.filter(({ entity_id }) => !ids.has(entity_id));
}

/** The shop's categories by every key a file can use. */
function indexCategories(existing: readonly CurrentCategory[], former: readonly CategoryRedirect[]) {
  const byPlace = new Map<string, CurrentCategory>();
  const byName = new Map<string, CurrentCategory[]>();
  const names = new Map<number, string[]>();
  const nameKey = (parentId: number | null, name: string) => `${parentId ?? ""}\n${name.toLowerCase()}`;
  for (const category of existing) {
    const chain = [...(names.get(category.parent_id ?? 0) ?? []), category.name];
    names.set(category.id, chain);
    byPlace.set(categoryKeys.path(category.path.split("/")), category);
    if (!byPlace.has(categoryKeys.names(chain))) byPlace.set(categoryKeys.names(chain), category);
    if (category.import_key !== null) byPlace.set(categoryKeys.id(category.import_key), category);
    const key = nameKey(category.parent_id, category.name);
    byName.set(key, [...(byName.get(key) ?? []), category]);
  }
  // A category whose address has changed since is found by the one before.
  const byId = new Map(existing.map((category) => [category.id, category]));
  for (const { old_slug, entity_id } of former) {
    const [key, category] = [categoryKeys.path(old_slug.split("/")), byId.get(entity_id)];
    if (category && !byPlace.has(key)) byPlace.set(key, category);
  }
  const taken = new Set<number>();
  const take = (draft: CategoryDraft, parent: PlannedParent): CurrentCategory | undefined => {
    const found = byPlace.get(draft.key);
    const known = found && !taken.has(found.id) ? found : nameless(draft, parent);
    if (known) taken.add(known.id);
    return known;
  };
  /** A category without external id at the same place and with the same name. */
  const nameless = (draft: CategoryDraft, parent: PlannedParent) => {
    if (!draft.import_key || (parent && "key" in parent)) return undefined;
    const siblings = byName.get(nameKey(parent?.id ?? null, draft.name)) ?? [];
    return siblings.find((category) => category.import_key === null && !taken.has(category.id));
  };
  return { byPlace, take };
}
