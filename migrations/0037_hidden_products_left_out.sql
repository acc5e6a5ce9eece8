-- module: catalogue
-- Every list leaves out what is hidden (0034), so that its indexes need not hold it: what they find is shown, and what is
-- counted is again counted without reading the products themselves.
-- The old ones go last: until then the shop goes on reading.
alter index products_popular rename to products_popular_of_all;
alter index products_newest rename to products_newest_of_all;
alter index products_price rename to products_price_of_all;
alter index products_by_name rename to products_by_name_of_all;
alter index products_counted rename to products_counted_of_all;
alter index products_rating rename to products_rating_of_all;
create index products_popular on products (popularity desc, id desc)
  where status = 'active' and deleted_at is null and not is_hidden;
create index products_newest on products (published_at desc, id desc)
  where status = 'active' and deleted_at is null and not is_hidden;
create index products_price on products (min_price_amount, id)
  where status = 'active' and deleted_at is null and not is_hidden;
create index products_by_name on products (name collate "und-x-icu", id)
  where status = 'active' and deleted_at is null and not is_hidden;
create index products_counted on products (product_type_id)
  include (tag_ids, option_value_ids, min_price_amount, max_price_amount, in_stock, on_sale, rating_sum, rating_count)
  where status = 'active' and deleted_at is null and not is_hidden;
create index products_rating on products
  ((rating_sum::real / nullif(rating_count, 0)) desc nulls last, rating_count desc, id desc)
  where status = 'active' and deleted_at is null and not is_hidden;
drop index products_popular_of_all, products_newest_of_all, products_price_of_all,
  products_by_name_of_all, products_counted_of_all, products_rating_of_all;
