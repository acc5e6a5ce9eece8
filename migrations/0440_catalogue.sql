-- module: catalogue

-- Derived: shoppers can buy it at a reduced price. Menus lead to reduced products while there are any.
alter table products add column is_reduced boolean not null default false;
update products set is_reduced = true where on_sale and status = 'active' and deleted_at is null and not is_hidden;
create index on products (id) where is_reduced;
