-- module: payments

-- The refunds that staff still have to send are counted whenever an order changes.
create index refunds_to_send on refunds (order_id) where status = 'succeeded' and sent_at is null;
