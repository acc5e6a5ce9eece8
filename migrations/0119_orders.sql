-- module: orders
-- The orders that had money in a period: paid or refunded, or only refunded.
create index order_transactions_moved on order_transactions (at)
  where kind in ('payment', 'refund', 'chargeback', 'chargeback_reversal');
drop index order_transactions_sent_back;
