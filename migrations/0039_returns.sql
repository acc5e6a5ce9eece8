-- module: orders
-- What units that were sent back took off what was never paid of their order, instead of going back.
alter table orders add column set_off_amount bigint not null default 0 check (set_off_amount >= 0);

-- An approved return that never arrives ends as well.
alter table returns drop constraint returns_status_check,
  add constraint returns_status_check check (status in ('requested', 'approved', 'rejected', 'closed', 'received', 'refunded'));
