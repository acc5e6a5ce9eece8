-- module: wishlist
create table wishlist_items (
  user_id bigint not null references users,
  product_id bigint not null references products,
  price_when_added bigint not null,
  added_at timestamptz not null default now(),
  primary key (user_id, product_id)
);
