import { slugify } from "#contract/catalogue/slug.ts";
import { facetLabels } from "#server/catalogue/cache-tags.ts";
import { codeOf, takeSlug } from "#server/catalogue/slug.ts";
import { type Tx, valuesOf } from "#server/platform/database/database.ts";
import { invalidate } from "#server/platform/database/transaction.ts";
import * as rows from "./import-attributes.sql.ts";

/** Names of types, tags and option values that a batch of imported products uses. */
export interface AttributeNames {
  types: { name: string; ships: boolean }[];
  tags: string[];
  options: { name: string; labels: string[] }[];
}
/** Their ids; case doesn't matter, but a tag is asked for as it was named before. */
export interface AttributeIds {
  typeId(type: { name: string; ships: boolean }): number;
  tagId(name: string): number;
  valueId(option: string, label: string): number;
}

/** Finds the types, tags and option values by their names and makes those that are missing. */
export async function findOrCreateAttributes(tx: Tx, needed: AttributeNames): Promise<AttributeIds> {
  await rows.lockAttributes(tx);
  const types = await findOrCreateTypes(tx, needed.types);
  const tags = await findOrCreateTags(tx, needed.tags);
  const values = await findOrCreateValues(tx, needed.options);
  return {
    typeId: (type) => getId(types, typeKey(type)),
    tagId: (name) => getId(tags, name),
    valueId: (option, label) => getId(values, `${lowerCase(option)}\n${lowerCase(label)}`),
  };
}

const lowerCase = (text: string) => text.toLowerCase();
/** The first of each key: of two spellings the one above, as the preview says. */
const distinct = <T>(items: T[], key: (item: T) => string): T[] =>
  [...Map.groupBy(items, key).values()].flatMap((alike) => alike.slice(0, 1));

function getId(ids: ReadonlyMap<string, number>, key: string): number {
  const id = ids.get(key);
  if (id === undefined) throw new Error(`"${key}" was not asked for`);
  return id;
}

const typeKey = ({ name, ships }: { name: string; ships: boolean }) => `${lowerCase(name)}\n${ships}`;

/** A name that a type of shipped goods has gets a suffix for goods that aren't shipped, and the reverse. */
async function findOrCreateTypes(tx: Tx, wanted: AttributeNames["types"]): Promise<Map<string, number>> {
  const all = await rows.listTypeRows(tx);
  const ids = new Map(all.map((type) => [typeKey({ name: type.name, ships: type.is_shippable }), type.id]));
  const names = new Set(all.map((type) => lowerCase(type.name)));
  const slugs = new Set(all.map((type) => type.slug));
  const found = new Map<string, number>();
  for (const type of distinct(wanted, typeKey)) {
    const other = { ...type, name: `${type.name} (${type.ships ? "delivered" : "not delivered"})` };
    const chosen = !ids.has(typeKey(type)) && names.has(lowerCase(type.name)) ? other : type;
    let id = ids.get(typeKey(chosen));
    if (id === undefined) {
      const slug = takeSlug(slugify(chosen.name) || "type", slugs);
      const [made] = await rows.insertTypes(tx, [{ name: chosen.name, slug, is_shippable: type.ships }]);
      id = made?.id ?? 0;
      names.add(lowerCase(chosen.name));
      ids.set(typeKey(chosen), id);
      await invalidate(tx, "catalogue", facetLabels);
    }
    found.set(typeKey(type), id);
  }
  return found;
}

/** Their ids by the names as they were asked for: which of them are one tag is for the database to say. */
async function findOrCreateTags(tx: Tx, wanted: string[]): Promise<Map<string, number>> {
  if (wanted.length === 0) return new Map();
  const named = await rows.findTagsNamed(tx, [...new Set(wanted)]);
  const made = new Map<string, number>();
  const missing = distinct(
    named.filter(({ id }) => id === null),
    ({ key }) => key,
  );
  if (missing.length > 0) {
    const slugs = new Set(await rows.listTagSlugs(tx));
    const fresh = missing.map(({ name }) => ({ name, slug: takeSlug(codeOf(name), slugs) }));
    for (const { key, id } of await rows.insertTags(tx, fresh)) made.set(key, id);
    await invalidate(tx, "catalogue", facetLabels);
  }
  return new Map(named.map(({ name, key, id }) => [name, id ?? getId(made, key)]));
}

async function findOrCreateValues(tx: Tx, wanted: AttributeNames["options"]): Promise<Map<string, number>> {
  if (wanted.length === 0) return new Map();
  const groups = await findOrCreateGroups(tx, valuesOf(wanted, "name"));
  const all = await rows.listOptionValueRows(tx, [...groups.values()]);
  const key = (groupId: number, label: string) => `${groupId}\n${lowerCase(label)}`;
  const ids = new Map(all.map((value) => [key(value.option_group_id, value.label), value.id]));
  const codes = new Set(all.map((value) => `${value.option_group_id}/${value.code}`));
  const pairs = wanted.flatMap(({ name, labels }) =>
    labels.map((label) => ({ name, group: groups.get(lowerCase(name)) ?? 0, label })),
  );
  const missing = distinct(pairs, ({ group, label }) => key(group, label)).filter(
    ({ group, label }) => !ids.has(key(group, label)),
  );
  const fresh = missing.map(({ group, label }) => {
    const code = takeSlug(`${group}/${slugify(label) || "value"}`, codes);
    return { option_group_id: group, label, code: code.slice(code.indexOf("/") + 1) };
  });
  if (fresh.length > 0) {
    for (const value of await rows.insertOptionValues(tx, fresh))
      ids.set(key(value.option_group_id, value.label), value.id);
    await invalidate(tx, "catalogue", facetLabels);
  }
  return new Map(
    pairs.map(({ name, group, label }) => [`${lowerCase(name)}\n${lowerCase(label)}`, ids.get(key(group, label)) ?? 0]),
  );
}

async function findOrCreateGroups(tx: Tx, names: string[]): Promise<Map<string, number>> {
  const all = await rows.listOptionGroupRows(tx);
  const ids = new Map(all.map((group) => [lowerCase(group.name), group.id]));
  const codes = new Set(all.map((group) => group.code));
  const missing = distinct(names, lowerCase).filter((name) => !ids.has(lowerCase(name)));
  const fresh = missing.map((name) => ({ name, code: takeSlug(slugify(name) || "option", codes) }));
  if (fresh.length > 0)
    for (const group of await rows.insertOptionGroups(tx, fresh)) ids.set(lowerCase(group.name), group.id);
  return ids;
}
