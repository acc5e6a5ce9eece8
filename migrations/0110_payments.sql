-- module: payments
-- Of a bank transfer, as the bank statement says them: when the money was credited, and what the payer wrote.
alter table payment_events
  add value_date date,
  add bank_reference text check (bank_reference <> '');
