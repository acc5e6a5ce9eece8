-- module: orders
-- Null where no return period was set when it was ordered: nothing was promised, and nothing refused.
alter table order_lines alter return_days drop not null, alter return_days drop default;
