-- module: orders
-- Where staff transfer the refund of a return to, if the order was paid by transfer or in cash.
alter table returns add refund_iban text;
