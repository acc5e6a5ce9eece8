-- module: orders
-- A parcel that was noted by mistake can be taken back: it had never been handed over.
alter table fulfilments drop constraint fulfilments_status_check,
  add column cancelled_at timestamptz,
  add constraint fulfilments_status_check check (status in ('shipped', 'delivered', 'cancelled')),
  add constraint fulfilments_cancelled_check check ((status = 'cancelled') = (cancelled_at is not null));
