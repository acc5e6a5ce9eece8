-- module: catalogue
-- Null until the merchant says how long products of a type can be returned: nothing is promised then, and customers
-- can't request returns themselves.
alter table product_types alter return_days drop not null, alter return_days drop default;
-- The type of a new shop, as long as nobody has saved it or used it.
update product_types t
set return_days = null
where slug = 'general' and version = 1 and not exists (select from products where product_type_id = t.id);
