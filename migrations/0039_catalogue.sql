-- module: catalogue
-- Products that the undo of an import deleted: nothing brings them back, so their prices hold no currency.
alter table products add column is_reverted boolean not null default false;
