-- module: orders
-- What the units of a line that were cancelled or sent back came to: the next ones are worth what is left of it.
alter table order_lines
  add column given_up_amount bigint not null default 0 check (given_up_amount between 0 and total_amount),
  add column given_up_tax bigint not null default 0 check (given_up_tax between 0 and tax_amount);

update order_lines
set given_up_amount = total_amount * (cancelled_qty + returned_qty) / quantity,
  given_up_tax = tax_amount * (cancelled_qty + returned_qty) / quantity
where cancelled_qty + returned_qty > 0;
