import { sql } from "kysely";
import type { CategoryDetails } from "#contract/catalogue/categories.ts";
import type { CategoryRules } from "#contract/catalogue/category-rules.ts";
import { isOnSale } from "#server/catalogue/products/on-sale.sql.ts";
import {
  type Db,
  findRow,
  findValue,
  getValue,
  hasRows,
  listRows,
  listValues,
  type Tx,
  valuesOf,
} from "#server/platform/database/database.ts";

export interface CategoryRow extends Omit<CategoryDetails, "image" | "product_count" | "breadcrumbs" | "rules"> {
  /** Ids of its ancestors and itself, root first. */
  ancestor_ids: number[];
  rules: CategoryRules | null;
  image_id: number | null;
}
export type CategoryListRow = CategoryRow & Pick<CategoryDetails, "product_count" | "image">;

/** All categories with image and number of products on sale, descendants included; parents before children. */
export const listCategories = (db: Db) =>
  listRows<CategoryListRow>(db)`
    select c.id, c.parent_id, c.name, c.slug, c.path, c.depth, c.position, c.ancestor_ids, c.description, c.is_active,
      c.rules, c.version, c.image_id, to_jsonb(image) as image, coalesce(counted.products, 0)::int as product_count
    from categories c
    left join (
      select category_id, count(*) as products
      from products p, unnest(p.category_ids) as category_id
      where ${isOnSale}
      group by category_id
    ) counted on counted.category_id = c.id
    left join (select id, url, alt, width, height, dominant from stored_images) image on image.id = c.image_id
    where c.deleted_at is null
    order by c.depth, c.position, c.id`;

/** Locks the tree against concurrent changes, as paths depend on each other. */
export const lockCategoryTree = (tx: Tx) => sql`select pg_advisory_xact_lock(hashtext('categories'))`.execute(tx);

/**
 * Locks the tree against changes while a product is assigned to it, so that a category hidden meanwhile hides the product
 * too. Lock the tree before the product, as changes of the tree do.
 */
export const lockCategoryTreeShared = (tx: Tx) =>
  sql`select pg_advisory_xact_lock_shared(hashtext('categories'))`.execute(tx);

export const categoryColumns = sql`id, parent_id, name, slug, path, depth, position, ancestor_ids, description,
  is_active`;
const columns = sql`${categoryColumns}, rules, version, image_id`;

export const findCategory = (db: Db | Tx, id: number) =>
  findRow<CategoryRow>(db)`
    select ${columns}
    from categories
    where id = ${id} and deleted_at is null`;

/** Up to `limit` categories, in the order of their ids after this one. */
export const listCategoryRows = (db: Db, after: number | null, limit: number) =>
  listRows<CategoryRow>(db)`
    select ${columns}
    from categories
    where id > ${after ?? 0} and deleted_at is null
    order by id
    limit ${limit}`;

export const listChildren = (tx: Tx, parentId: number | null) =>
  listRows<CategoryRow>(tx)`
    select ${columns}
    from categories
    where parent_id is not distinct from ${parentId}::bigint and deleted_at is null
    order by position, id`;

export const reserveCategoryId = async (tx: Tx) =>
  (await findValue<number>(tx)`
    select nextval(pg_get_serial_sequence('categories', 'id')) as id`) ?? 0;

export async function insertCategoryRow(tx: Tx, row: Omit<CategoryRow, "version">) {
  await sql`
    insert into categories (${categoryColumns}, image_id, rules)
    overriding system value
    values (${row.id}, ${row.parent_id}, ${row.name}, ${row.slug}, ${row.path}, ${row.depth}, ${row.position},
      ${row.ancestor_ids}, ${row.description}, ${row.is_active}, ${row.image_id}, ${toJson(row.rules)}::jsonb)`.execute(
    tx,
  );
}

export const updateCategoryRow = (tx: Tx, row: Omit<CategoryRow, "path" | "depth" | "ancestor_ids" | "version">) =>
  sql`
    update categories
    set parent_id = ${row.parent_id}, name = ${row.name}, slug = ${row.slug}, position = ${row.position},
      description = ${row.description}, is_active = ${row.is_active}, image_id = ${row.image_id},
      rules = ${toJson(row.rules)}::jsonb,
      version = version + 1, updated_at = now()
    where id = ${row.id}`.execute(tx);

const toJson = (rules: CategoryRules | null) => rules && JSON.stringify(rules);

/** The depth of the deepest category at or below this one. */
export const getMaxDepth = (tx: Tx, path: string) =>
  getValue<number>(tx)`
    select max(depth) as depth
    from categories
    where deleted_at is null and (path = ${path} or starts_with(path, ${`${path}/`}))`;

/** A category and all below it. */
export const listSubtreeIds = (tx: Tx, id: number) =>
  listValues<number>(tx)`
    select id
    from categories
    where deleted_at is null and ${id}::bigint = any(ancestor_ids)`;

/** Rewrites the paths of a category and all below it and redirects the old ones; returns their ids. */
export const rewriteSubtree = (
  tx: Tx,
  from: CategoryRow,
  to: { path: string; depth: number; ancestor_ids: number[] },
) =>
  listValues<number>(tx)`
    with subtree as (
      select id, path as old_path, ${to.path}::text || substr(path, length(${from.path}) + 1) as new_path
      from categories
      where deleted_at is null and (path = ${from.path} or starts_with(path, ${`${from.path}/`}))
    ),
    reused as (
      delete from slug_history
      where entity = 'category' and old_slug in (select new_path from subtree)
    ),
    redirected as (
      insert into slug_history (entity, entity_id, old_slug)
      select 'category', id, old_path
      from subtree
      where old_path <> new_path
      on conflict (entity, old_slug) do update set entity_id = excluded.entity_id, created_at = now()
    )
    update categories c
    set path = subtree.new_path, depth = c.depth + ${to.depth - from.depth}::int,
      ancestor_ids = ${to.ancestor_ids}::bigint[] || c.ancestor_ids[${from.depth + 1}::int:], updated_at = now()
    from subtree
    where c.id = subtree.id
    returning c.id`;

/** Numbers the children of a parent 0, 1, 2, … with `id` at `position`. */
export const setPosition = (tx: Tx, parentId: number | null, id: number, position: number) =>
  sql`
    with ordered as (
      select id, row_number() over (order by id = ${id} desc, position, id) - 2 as place
      from categories
      where parent_id is not distinct from ${parentId}::bigint and deleted_at is null
    ),
    placed as (
      select id,
        case
          when id = ${id} then least(${position}::int, (select count(*) - 1 from ordered))
          else place + (place >= ${position}::int)::int
        end as place
      from ordered
    )
    update categories c
    set position = placed.place
    from placed
    where c.id = placed.id and c.position <> placed.place`.execute(tx);

/** Deletes the redirect from a path that a new category takes. */
export const deleteRedirect = (tx: Tx, path: string) =>
  sql`delete from slug_history where entity = 'category' and old_slug = ${path}`.execute(tx);

export const findRedirectedCategory = (db: Db, path: string) =>
  findValue<number>(db)`
    select entity_id as id
    from slug_history
    where entity = 'category' and old_slug = ${path}`;

/** Products assigned to these categories, without those of categories below. */
export const listAssignedProducts = (tx: Tx, categoryIds: number[]) =>
  listValues<number>(tx)`
    select distinct l.product_id as id
    from product_categories l
    join products p on p.id = l.product_id
    where l.category_id = any(${categoryIds}::bigint[]) and p.deleted_at is null`;

/** Products that were put into one of these categories by their rules. */
export const listMatchedProducts = (tx: Tx, categoryIds: number[]) =>
  listValues<number>(tx)`
    select id from products where rule_category_ids && ${categoryIds}::bigint[] and deleted_at is null`;

/** The places of a category among the categories of its products, up to `limit`. */
export const listPlaces = (tx: Tx, categoryId: number, limit: number) =>
  listRows<CategoryPlace>(tx)`
    select product_id, position
    from product_categories
    where category_id = ${categoryId}
    order by product_id
    limit ${limit}`;

export type CategoryPlace = { product_id: number; position: number };

/** The first category of a product `p`. */
const firstCategory = sql`(
  select l.category_id
  from product_categories l
  where l.product_id = p.id
  order by l.position, l.category_id
  limit 1)`;

export const findDeletedCategory = (tx: Tx, id: number) =>
  findRow<CategoryRow>(tx)`
    select ${columns}
    from categories
    where id = ${id} and deleted_at is not null`;

/** Addresses that redirect to a category. */
export const listRedirects = (tx: Tx, id: number) =>
  listValues<string>(tx)`
    select old_slug from slug_history where entity = 'category' and entity_id = ${id} order by old_slug`;

/** Redirects addresses that nothing else has by now to a category. */
export const insertRedirects = (tx: Tx, id: number, paths: readonly string[]) =>
  sql`
    insert into slug_history (entity, entity_id, old_slug)
    select 'category', ${id}, former.path
    from unnest(${paths}::text[]) as former (path)
    where not exists (select from categories c where c.path = former.path and c.deleted_at is null)
    on conflict do nothing`.execute(tx);

/** Restores a deleted category at an address, on the products that it was on. */
export async function restoreCategoryRow(
  tx: Tx,
  { id, path, depth, ancestor_ids }: Pick<CategoryRow, "id" | "path" | "depth" | "ancestor_ids">,
  places: CategoryPlace[],
) {
  await sql`
    update categories
    set deleted_at = null, path = ${path}, depth = ${depth}, ancestor_ids = ${ancestor_ids}::bigint[],
      version = version + 1, updated_at = now()
    where id = ${id} and deleted_at is not null`.execute(tx);
  await sql`
    insert into product_categories (product_id, category_id, position)
    select one.product_id, ${id}, one.position
    from jsonb_to_recordset(${JSON.stringify(places)}::jsonb) as one (product_id bigint, position int)
    on conflict do nothing`.execute(tx);
  await sql`
    update products p
    set main_category_id = ${firstCategory}
    where p.id = any(${valuesOf(places, "product_id")}::bigint[])`.execute(tx);
}

/** Deletes categories; their products move to `targetId`, or lose the categories when that is null. */
export async function deleteCategoryRows(
  tx: Tx,
  categories: readonly Pick<CategoryRow, "id" | "path">[],
  targetId: number | null,
) {
  const ids = categories.map(({ id }) => id);
  await sql`
    insert into product_categories (product_id, category_id, position)
    select product_id, ${targetId}::bigint, position
    from product_categories
    where category_id = any(${ids}::bigint[]) and ${targetId}::bigint is not null
    on conflict do nothing`.execute(tx);
  await sql`delete from product_categories where category_id = any(${ids}::bigint[])`.execute(tx);
  await sql`
    update products p
    set main_category_id = ${firstCategory}
    where main_category_id = any(${ids}::bigint[])`.execute(tx);
  await sql`
    update categories set deleted_at = now(), version = version + 1 where id = any(${ids}::bigint[])`.execute(tx);
  if (targetId === null)
    return void (await sql`
      delete from slug_history where entity = 'category' and entity_id = any(${ids}::bigint[])`.execute(tx));
  await sql`
    update slug_history set entity_id = ${targetId}
    where entity = 'category' and entity_id = any(${ids}::bigint[])`.execute(tx);
  await sql`
    insert into slug_history (entity, entity_id, old_slug)
    select 'category', ${targetId}, path
    from unnest(${categories.map(({ path }) => path)}::text[]) as path
    on conflict (entity, old_slug) do update set entity_id = excluded.entity_id`.execute(tx);
}

export const isImageUsed = (tx: Tx, imageId: number) =>
  hasRows(tx)`select from categories where image_id = ${imageId} limit 1`;
