import type { z } from "zod";
import type {
  OptionGroup,
  OptionGroupForm,
  ProductType,
  ProductTypeForm,
  Tag,
} from "#contract/catalogue/vocabulary.ts";
import type { Tx } from "#server/platform/database/database.ts";
import { assertFound, Problem } from "#server/platform/http/problem.ts";
import { changed } from "#server/platform/database/transaction.ts";
import { refreshProducts } from "./refresh.ts";
import { freeSlug, slugOf } from "./slug.ts";
import { facetWords } from "./topics.ts";
import {
  canBeTagged,
  insertProductType,
  insertTag,
  linkTag,
  productsOfType,
  productsTagged,
  removeProductType,
  removeTag,
  renameTag,
  tagsOfProduct,
  unlinkTag,
  writeProductType,
} from "./vocabulary.sql.ts";
import {
  allOptionGroups,
  groupInUse,
  insertOptionGroup,
  productsWithGroup,
  removeOptionGroup,
  removeValues,
  type ValueRow,
  valuesInUse,
  writeOptionGroup,
  writeValues,
} from "./vocabulary-options.sql.ts";

// A name without letters or digits is its own address.
const codeOf = (name: string) => slugOf(name) || name.toLowerCase();
const told = (tx: Tx) => changed(tx, "catalogue", facetWords);

/** Makes a tag; names that differ only in case, accents or punctuation are the same tag. */
export async function createTag(tx: Tx, name: string): Promise<Tag> {
  const tag = assertFound(await insertTag(tx, name, codeOf(name)));
  await told(tx);
  return tag;
}

export async function updateTag(tx: Tx, id: number, name: string): Promise<Tag> {
  const tag = assertFound(await renameTag(tx, id, name, codeOf(name)));
  await refreshProducts(tx, await productsTagged(tx, id));
  await told(tx);
  return tag;
}

/** Removes a tag from the shop and from every product. */
export async function deleteTag(tx: Tx, id: number) {
  const products = await productsTagged(tx, id);
  if (!(await removeTag(tx, id))) throw new Problem("not_found");
  await refreshProducts(tx, products);
  await told(tx);
}

/** Puts a tag on a product, or takes it off. Answers the tags it has then. */
export async function tagProduct(tx: Tx, productId: number, tagId: number, on: boolean): Promise<Tag[]> {
  if (!(await canBeTagged(tx, productId, tagId))) throw new Problem("not_found");
  await (on ? linkTag : unlinkTag)(tx, productId, tagId);
  await refreshProducts(tx, [productId]);
  return tagsOfProduct(tx, productId);
}

type GroupForm = z.output<typeof OptionGroupForm>;

export async function createOptionGroup(tx: Tx, form: GroupForm): Promise<OptionGroup> {
  const id = await insertOptionGroup(tx, { ...form, code: codeOf(form.name) });
  await writeValues(tx, id, withCodes(form.values, []));
  await told(tx);
  return groupById(tx, id);
}

/** Changes a group. Values with an id are renamed, new ones added, those not sent removed when nothing uses them. */
export async function updateOptionGroup(tx: Tx, id: number, form: GroupForm): Promise<OptionGroup> {
  const group = await groupById(tx, id);
  const kept = new Set(form.values.map((value) => value.id));
  if (form.values.some((value) => value.id && !group.values.some((known) => known.id === value.id)))
    throw new Problem("not_found");
  const leaving = group.values.flatMap((value) => (kept.has(value.id) ? [] : [value.id]));
  if (await valuesInUse(tx, leaving)) throw new Problem("option_in_use");
  await removeValues(tx, leaving);
  await writeOptionGroup(tx, id, form);
  await writeValues(tx, id, withCodes(form.values, group.values));
  await refreshProducts(tx, await productsWithGroup(tx, id));
  await told(tx);
  return groupById(tx, id);
}

export async function deleteOptionGroup(tx: Tx, id: number) {
  const { values } = await groupById(tx, id);
  const ids = values.map((value) => value.id);
  if ((await groupInUse(tx, id)) || (await valuesInUse(tx, ids))) throw new Problem("option_in_use");
  await removeValues(tx, ids);
  await removeOptionGroup(tx, id);
  await told(tx);
}

const groupById = async (tx: Tx, id: number) =>
  assertFound((await allOptionGroups(tx)).find((group) => group.id === id));

/** A value keeps its code when it is renamed; new ones get a free one. The same label twice is refused. */
function withCodes(values: GroupForm["values"], known: OptionGroup["values"]): ValueRow[] {
  const labels = new Set(values.map(({ label }) => label.toLowerCase()));
  if (labels.size < values.length) throw new Problem("name_taken");
  const codes = new Set(known.map(({ code }) => code));
  return values.map(({ id, label, swatch }) => {
    const code = freeSlug(codeOf(label), codes);
    if (!id) codes.add(code);
    return { id, label, code, swatch: swatch ?? null };
  });
}

type TypeForm = z.output<typeof ProductTypeForm>;

export async function createProductType(tx: Tx, form: TypeForm): Promise<ProductType> {
  const type = assertFound(await insertProductType(tx, { ...form, slug: codeOf(form.name) }));
  await told(tx);
  return type;
}

export async function updateProductType(tx: Tx, id: number, form: TypeForm): Promise<ProductType> {
  const type = assertFound(await writeProductType(tx, id, { ...form, slug: codeOf(form.name) }));
  await refreshProducts(tx, await productsOfType(tx, id));
  await told(tx);
  return type;
}

/** Removes a type that no product has, not even one taken out of the shop. */
export async function deleteProductType(tx: Tx, id: number) {
  const outcome = await removeProductType(tx, id);
  if (outcome === "unknown") throw new Problem("not_found");
  if (outcome === "used") throw new Problem("in_use");
  await told(tx);
}
