-- module: payments
-- When the money of a refund was sent: of bank transfers and cash once staff have marked it as sent.
alter table refunds add sent_at timestamptz;
update refunds set sent_at = updated_at where status = 'succeeded';
