-- module: emails
-- For the emails a customer's price drops are added to until they are sent.
create index email_outbox_price_drops on email_outbox (user_id, created_at desc) where template = 'price_drop';
