-- module: catalogue
-- A product is hidden with the last of its categories; one that is in none is not. Kept with what else is derived
-- (server/catalogue/refresh.sql.ts), so that lists, searches, pages and carts ask one column.
alter table products add column is_hidden boolean not null default false;

update products
set is_hidden = true
where id in (
  select pc.product_id
  from product_categories pc
  join categories c on c.id = pc.category_id and c.deleted_at is null
  group by pc.product_id
  having bool_and(exists (select 1 from categories h where not h.is_active and h.id = any(c.ancestor_ids)))
);
