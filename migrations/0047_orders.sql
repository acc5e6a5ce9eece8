-- module: orders
-- The parts of the shipping price by tax rate: [{rate_bp, amount, tax}]; null for orders placed before, which have one part.
alter table orders add shipping_taxes jsonb;
