import { sql } from "kysely";
import type { MediaFile, MediaFilters } from "#contract/images.ts";
import { type Db, findRow, type Tx } from "#server/platform/database/database.ts";
import { listPage, type Page, patternOf } from "#server/platform/database/lists.sql.ts";

/** All places that show an image. */
const uses = sql`(
  select image_id, kind, id, name from catalogue_image_uses
  union all
  select image_id, 'review', product_id, name from review_image_uses
  union all
  select image_id, 'logo', null, '' from logo_image
  union all
  select image_id, 'home', null, '' from home_images
)`;

/** Images whose alternative text is missing: categories have their name, and customers' photos need none. */
const lacksAlt = sql`
  i.alt = '' and i.id not in (select image_id from ${uses} u where kind in ('category', 'review'))`;

type FileRow = MediaFile & { sha256: string };

const columns = sql`
  f.sha256, f.url, f.width, f.height, f.dominant, f.bytes, f.created_at,
  (select min(i.id) from stored_images i where i.sha256 = f.sha256) as id,
  (select coalesce(max(i.alt), '') from stored_images i where i.sha256 = f.sha256) as alt,
  exists (select from stored_images i where i.sha256 = f.sha256 and ${lacksAlt}) as lacks_alt,
  (
    select coalesce(
      json_agg(json_build_object('kind', u.kind, 'id', u.id, 'name', u.name) order by u.kind, u.name),
      '[]')
    from stored_images i
    join ${uses} u on u.image_id = i.id
    where i.sha256 = f.sha256
  ) as uses`;

/** One page of the files that images refer to, newest first, with the total count. */
export async function listFiles(db: Db, { id, view, name, ...page }: MediaFilters & Page) {
  const pattern = patternOf(name);
  const conditions = [
    sql`true`,
    ...(id ? [sql`i.id = any(${id}::bigint[])`] : []),
    ...(view === "no_alt" ? [sql`${lacksAlt}`] : []),
    ...(pattern
      ? [sql`(i.alt ilike ${pattern} or i.id in (select image_id from ${uses} u where u.name ilike ${pattern}))`]
      : []),
  ];
  const unused = sql`
    f.sha256 not in (select i.sha256 from stored_images i join ${uses} u on u.image_id = i.id)`;
  const where = sql`
    f.sha256 in (select i.sha256 from stored_images i where ${sql.join(conditions, sql` and `)})
    and ${view === "unused" ? unused : sql`true`}`;
  const order = sql`f.created_at desc, f.sha256`;
  return listPage<FileRow>(db, { columns, from: sql`stored_files f`, where, order }, page);
}

export const findFile = (db: Db | Tx, imageId: number) =>
  findRow<FileRow>(db)`
    select ${columns}
    from stored_files f
    where f.sha256 = (select sha256 from stored_images where id = ${imageId})`;
