-- module: catalogue

-- Derived: its variations on sale where they are several, for lists filtered by what one variation has to be. Of each its
-- price, flags as the bits of a number, and its option values: [2900, 3, 12, 40].
alter table products add column listed_variations jsonb;

-- They are computed by a job.
insert into stale_products (product_id)
select id from products
where status = 'active' and deleted_at is null and (card ->> 'variation_count')::int > 1;
