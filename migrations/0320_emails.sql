-- module: emails
-- Emails to an address without an account are found when its owner's account is deleted or copied.
create index email_outbox_addresses on email_outbox (lower(recipient)) where user_id is null;
