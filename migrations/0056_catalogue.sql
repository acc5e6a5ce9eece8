-- module: catalogue
-- Products whose derived columns are to be computed again, where a change concerns too many for its transaction. Rows go
-- as soon as that is done.
create table stale_products (
  product_id bigint primary key
);
