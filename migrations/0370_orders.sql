-- module: orders
-- Whether a consumer withdrew from the whole order, as the receipt has to say what was declared.
alter table withdrawals add column is_whole boolean not null default false;
