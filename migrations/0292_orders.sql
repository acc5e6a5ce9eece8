-- module: orders
-- That of the product type when it was ordered.
alter table order_lines
  add withdrawal_exclusion text not null default 'none'
    check (withdrawal_exclusion in ('none', 'perishable', 'made_to_order', 'sealed_hygiene', 'opened_download'));
