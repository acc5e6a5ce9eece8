-- module: payments
-- A card that was declined may pay with another for a while: those that failed of late are asked after each minute.
create index payments_failed on payments (created_at) where status = 'failed';
