-- module: orders
-- Units of the line that were cancelled or returned once the withdrawal was carried out: what is more by now answers it.
alter table withdrawal_lines add done_qty int not null default 0 check (done_qty >= 0);
