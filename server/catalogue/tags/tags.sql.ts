import { sql } from "kysely";
import type { Tag } from "#contract/catalogue/tags.ts";
import {
  type Db,
  findRow,
  hasRows,
  isAffected,
  listRows,
  listValues,
  type Tx,
} from "#server/platform/database/database.ts";

export const listTags = (db: Db | Tx) => listRows<Tag>(db)`select id, name, slug from tags order by lower(name), id`;

export const insertTagRow = (tx: Tx, name: string, slug: string) =>
  findRow<Tag>(tx)`
    insert into tags (name, slug) values (${name}, ${slug}) returning id, name, slug`;

/** Creates a deleted tag again, on the products that it was on. */
export const restoreTagRow = (tx: Tx, { id, name, slug }: Tag, productIds: number[]) =>
  sql`
    with restored as (
      insert into tags (id, name, slug) overriding system value values (${id}, ${name}, ${slug}) returning id
    )
    insert into product_tags (product_id, tag_id)
    select p.id, r.id from products p, restored r where p.id = any(${productIds}::bigint[])`.execute(tx);

/** A tag with its products, up to `most`; null if there are more. */
export const findTagWithProducts = (tx: Tx, id: number, most: number) =>
  findRow<Tag & { product_ids: number[] | null }>(tx)`
    select id, name, slug,
      case when cardinality(product_ids) <= ${most}::int then product_ids end as product_ids
    from tags,
      lateral (
        select array(select product_id from product_tags where tag_id = tags.id order by product_id limit ${most + 1})
          as product_ids
      ) p
    where id = ${id}`;

export const updateTagRow = (tx: Tx, id: number, name: string, slug: string) =>
  findRow<Tag>(tx)`
    update tags set name = ${name}, slug = ${slug} where id = ${id} returning id, name, slug`;

export const deleteTagRow = (tx: Tx, id: number) => isAffected(tx)`delete from tags where id = ${id}`;

/** Locks a tag, so that no product gets it until it is deleted. */
export const lockTag = (tx: Tx, id: number) => sql`select from tags where id = ${id} for update`.execute(tx);

/** A tag, locked so that it is not deleted meanwhile. */
export const findTag = (tx: Tx, id: number) =>
  findRow<Tag>(tx)`select id, name, slug from tags where id = ${id} for share`;

/** Gives the products of a tag another one. */
export const copyProductTags = (tx: Tx, id: number, intoId: number) =>
  sql`
    insert into product_tags (product_id, tag_id)
    select product_id, ${intoId} from product_tags where tag_id = ${id}
    on conflict do nothing`.execute(tx);

export const listTaggedProducts = (tx: Tx, tagId: number) =>
  listValues<number>(tx)`
    select product_id as id
    from product_tags
    where tag_id = ${tagId}`;

/** False if the product has the tag already. */
export const addProductTag = (tx: Tx, productId: number, tagId: number) =>
  isAffected(tx)`
    insert into product_tags (product_id, tag_id) values (${productId}, ${tagId}) on conflict do nothing`;

/** False if the product doesn't have the tag. */
export const removeProductTag = (tx: Tx, productId: number, tagId: number) =>
  isAffected(tx)`delete from product_tags where product_id = ${productId} and tag_id = ${tagId}`;

/** Whether both the product and the tag exist. */
export const isTaggable = (tx: Tx, productId: number, tagId: number) =>
  hasRows(tx)`
    select
    from products p, tags t
    where p.id = ${productId} and p.deleted_at is null and t.id = ${tagId}`;

export const listProductTags = (tx: Tx, productId: number) =>
  listRows<Tag>(tx)`
    select t.id, t.name, t.slug
    from product_tags pt
    join tags t on t.id = pt.tag_id
    where pt.product_id = ${productId}
    order by lower(t.name), t.id`;
