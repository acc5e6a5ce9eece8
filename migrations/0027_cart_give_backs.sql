-- module: cart
-- What an order that came to nothing brought back into a cart, so that it can be taken out again should the order live after all.
create table cart_give_backs (
  ordered_cart_id uuid not null references carts on delete cascade,
  cart_id uuid not null references carts on delete cascade,
  variation_id bigint not null references variations,
  quantity int not null check (quantity > 0),
  primary key (ordered_cart_id, variation_id)
);
create index on cart_give_backs (cart_id);
