-- module: payments
-- Authorized payments are retrieved from their providers now and then, and alerted before their authorization expires.
create index payments_authorized on payments (updated_at) where status = 'authorized';
