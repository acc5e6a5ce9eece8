-- module: catalogue
-- Why products of a type can't be withdrawn from (directive 2011/83/EU, article 16).
alter table product_types
  add withdrawal_exclusion text not null default 'none'
    check (withdrawal_exclusion in ('none', 'perishable', 'made_to_order', 'sealed_hygiene', 'opened_download'));
