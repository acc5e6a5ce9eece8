-- module: orders
-- The account that staff transfer refunds of an order to, as its customer named it; deleted with their other data.
create table order_refund_accounts (
  order_id uuid primary key references orders,
  iban text not null
);
