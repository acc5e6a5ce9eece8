import { sql } from "kysely";
import type { ImportImages } from "#contract/imports.ts";
import { type Db, listRows, listValues, type Tx } from "#server/platform/database/database.ts";

const listed = 50;

/** What an import of products created or updated. */
const productsOf = (jobId: string) => sql`(
  select distinct entity_id::bigint as id from set_changes where set_id = ${jobId} and entity = 'product'
)`;

/** The products of an import some of whose images could not be fetched. */
export const listProductsWithFailedImages = (tx: Tx, jobId: string) =>
  listValues<number>(tx)`
    select distinct d.product_id
    from ${productsOf(jobId)} p
    join image_downloads d on d.product_id = p.id
    where d.status = 'failed'`;

/** The images of an import's products. */
export async function getImportImages(db: Db, jobId: string): Promise<ImportImages> {
  const rows = await listRows<Omit<ImportImages, "failures">>(db)`
    with counts as (
      select c.*, c.status = 'active' and c.total = c.failed as is_without
      from import_jobs j
      cross join ${productsOf(jobId)} p
      cross join lateral (select * from product_image_counts c where c.product_id = p.id) c
      -- A file that names no images was not meant to bring any.
      where j.id = ${jobId}::uuid and coalesce((j.columns ->> 'hasImages')::boolean, true)
    )
    select coalesce(sum(total), 0)::int as total, coalesce(sum(ready), 0)::int as ready,
      coalesce(sum(failed), 0)::int as failed,
      jsonb_build_object(
        'count', count(*) filter (where is_without),
        'products', coalesce((
          select jsonb_agg(jsonb_build_object('id', named.product_id, 'name', named.name))
          from (select product_id, name from counts where is_without order by product_id limit ${listed}) named
        ), '[]')
      ) as without
    from counts`;
  const failures = await listRows<ImportImages["failures"][number]>(db)`
    select d.product_id, c.name as product, d.source_url as url,
      coalesce(d.failure, '') || case when d.status = 'pending' then ' It will be tried again.' else '' end as reason
    from ${productsOf(jobId)} p
    join image_downloads d on d.product_id = p.id
      and (d.status = 'failed' or (d.status = 'pending' and d.failure is not null))
    cross join lateral (select name from product_image_counts c where c.product_id = d.product_id) c
    order by d.status = 'failed' desc, d.id
    limit ${listed}`;
  const counts = rows[0] ?? { total: 0, ready: 0, failed: 0, without: { count: 0, products: [] } };
  return { ...counts, failures };
}
