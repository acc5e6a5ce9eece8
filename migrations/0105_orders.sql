-- module: orders
-- Orders shipped abroad without the tax that the shop charges at home: their invoices say so.
alter table orders add tax_free_export boolean not null default false;
