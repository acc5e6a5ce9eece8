-- module: catalogue
-- Each change of a product marks it by a row of its own: one that is not committed yet is no longer lost because the
-- product was marked already, and no change waits for another.
alter table stale_products drop constraint stale_products_pkey;
alter table stale_products add column id bigint generated always as identity primary key;
create index stale_products_product_id on stale_products (product_id);
