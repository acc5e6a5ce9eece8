-- module: payments
-- Money promised or taken that the shop gave up for good, as its order ended or was paid twice: whatever comes of it goes back.
alter table payments add column given_up_at timestamptz;
