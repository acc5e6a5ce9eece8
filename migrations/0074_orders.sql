-- module: orders
-- Parts per million, as in tax_rates. Lines of earlier orders keep their basis points, so that nothing is written again.
alter table order_lines add tax_rate_ppm int;
alter table order_lines alter tax_rate_bp drop not null;
alter table order_lines add constraint order_lines_tax_rate
  check (num_nonnulls(tax_rate_ppm, tax_rate_bp) = 1) not valid;
