-- module: wishlist
create table wishlist_items (
  user_id bigint not null references users,
  product_id bigint not null references products,
  price_when_added bigint not null,
  added_at timestamptz not null default now(),
  primary key (user_id, product_id)
);
create index on wishlist_items (product_id, user_id);

-- For the demand list: how many customers wish for a product.
create view wishlist_counts as
  select product_id, count(*)::int as wishes
  from wishlist_items
  group by product_id;
