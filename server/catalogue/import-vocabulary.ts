import type { Tx } from "#server/platform/database/database.ts";
import { changed } from "#server/platform/database/transaction.ts";
import * as rows from "./import-vocabulary.sql.ts";
import { freeSlug, slugOf } from "./slug.ts";
import { facetWords } from "./topics.ts";

/** Words a batch of imported products is described with. */
export interface WordsNeeded {
  types: { name: string; ships: boolean }[];
  tags: string[];
  options: { name: string; labels: string[] }[];
}
/** The ids of those words; capitals don't count. */
export interface Vocabulary {
  typeId(type: { name: string; ships: boolean }): number;
  tagId(name: string): number;
  valueId(option: string, label: string): number;
}

/** Finds the types, tags and option values by their names and makes those that are missing. */
export async function vocabularyFor(tx: Tx, needed: WordsNeeded): Promise<Vocabulary> {
  await rows.lockVocabulary(tx);
  const types = await typesFor(tx, needed.types);
  const tags = await tagsFor(tx, needed.tags);
  const values = await valuesFor(tx, needed.options);
  return {
    typeId: (type) => known(types, typeName(type)),
    tagId: (name) => known(tags, low(name)),
    valueId: (option, label) => known(values, `${low(option)}\n${low(label)}`),
  };
}

const low = (text: string) => text.toLowerCase();
const distinct = <T>(items: T[], key: (item: T) => string) => [
  ...new Map(items.map((item) => [key(item), item])).values(),
];

function known(ids: ReadonlyMap<string, number>, key: string): number {
  const id = ids.get(key);
  if (id === undefined) throw new Error(`"${key}" was not asked for`);
  return id;
}

const typeName = ({ name, ships }: { name: string; ships: boolean }) => `${low(name)}\n${ships}`;

/** A name that stands for delivered goods already gets an addition for those that are not, and the other way round. */
async function typesFor(tx: Tx, wanted: WordsNeeded["types"]): Promise<Map<string, number>> {
  const all = await rows.allTypes(tx);
  const ids = new Map(all.map((type) => [typeName({ name: type.name, ships: type.is_shippable }), type.id]));
  const names = new Set(all.map((type) => low(type.name)));
  const slugs = new Set(all.map((type) => type.slug));
  const found = new Map<string, number>();
  for (const type of distinct(wanted, typeName)) {
    const other = { ...type, name: `${type.name} (${type.ships ? "delivered" : "not delivered"})` };
    const chosen = !ids.has(typeName(type)) && names.has(low(type.name)) ? other : type;
    let id = ids.get(typeName(chosen));
    if (id === undefined) {
      const slug = freeSlug(slugOf(chosen.name) || "type", slugs);
      const [made] = await rows.insertTypes(tx, [{ name: chosen.name, slug, is_shippable: type.ships }]);
      id = made?.id ?? 0;
      slugs.add(slug);
      names.add(low(chosen.name));
      ids.set(typeName(chosen), id);
      await changed(tx, "catalogue", facetWords);
    }
    found.set(typeName(type), id);
  }
  return found;
}

async function tagsFor(tx: Tx, wanted: string[]): Promise<Map<string, number>> {
  if (wanted.length === 0) return new Map();
  const all = await rows.allTags(tx);
  const ids = new Map(all.map((tag) => [low(tag.name), tag.id]));
  const slugs = new Set(all.map((tag) => tag.slug));
  const missing = distinct(wanted, low).filter((name) => !ids.has(low(name)));
  const fresh = missing.map((name) => ({ name, slug: took(slugs, freeSlug(slugOf(name) || "tag", slugs)) }));
  if (fresh.length === 0) return ids;
  for (const tag of await rows.insertTags(tx, fresh)) ids.set(low(tag.name), tag.id);
  await changed(tx, "catalogue", facetWords);
  return ids;
}

async function valuesFor(tx: Tx, wanted: WordsNeeded["options"]): Promise<Map<string, number>> {
  if (wanted.length === 0) return new Map();
  const groups = await groupsFor(
    tx,
    wanted.map(({ name }) => name),
  );
  const all = await rows.optionValuesOf(tx, [...groups.values()]);
  const key = (groupId: number, label: string) => `${groupId}\n${low(label)}`;
  const ids = new Map(all.map((value) => [key(value.option_group_id, value.label), value.id]));
  const codes = new Set(all.map((value) => `${value.option_group_id}/${value.code}`));
  const pairs = wanted.flatMap(({ name, labels }) =>
    labels.map((label) => ({ name, group: groups.get(low(name)) ?? 0, label })),
  );
  const missing = distinct(pairs, ({ group, label }) => key(group, label)).filter(
    ({ group, label }) => !ids.has(key(group, label)),
  );
  const fresh = missing.map(({ group, label }) => {
    const code = took(codes, freeSlug(`${group}/${slugOf(label) || "value"}`, codes));
    return { option_group_id: group, label, code: code.slice(code.indexOf("/") + 1) };
  });
  if (fresh.length > 0) {
    for (const value of await rows.insertOptionValues(tx, fresh))
      ids.set(key(value.option_group_id, value.label), value.id);
    await changed(tx, "catalogue", facetWords);
  }
  return new Map(
    pairs.map(({ name, group, label }) => [`${low(name)}\n${low(label)}`, ids.get(key(group, label)) ?? 0]),
  );
}

async function groupsFor(tx: Tx, names: string[]): Promise<Map<string, number>> {
  const all = await rows.allOptionGroups(tx);
  const ids = new Map(all.map((group) => [low(group.name), group.id]));
  const codes = new Set(all.map((group) => group.code));
  const missing = distinct(names, low).filter((name) => !ids.has(low(name)));
  const fresh = missing.map((name) => ({ name, code: took(codes, freeSlug(slugOf(name) || "option", codes)) }));
  if (fresh.length > 0)
    for (const group of await rows.insertOptionGroups(tx, fresh)) ids.set(low(group.name), group.id);
  return ids;
}

function took(taken: Set<string>, slug: string) {
  taken.add(slug);
  return slug;
}
