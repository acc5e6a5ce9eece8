-- module: catalogue
-- Who answers for the safety of products, and what to warn of (regulation (EU) 2023/988, article 19).
-- One function, as a dump is restored without a search path: none of ours would be found in another.
create function is_product_safety(safety jsonb) returns boolean
  language sql immutable as $$
    select jsonb_typeof(safety) = 'object'
      and char_length(coalesce(safety ->> 'warnings', '')) <= 5000
      and (
        select bool_and((coalesce(contact, 'null') = 'null'
          or (char_length(contact ->> 'name') between 1 and 200
            and char_length(contact ->> 'address') <= 500
            and char_length(contact ->> 'contact') <= 300
            and coalesce(contact ->> 'country', 'XX') ~ '^[A-Z]{2}$')) is true)
        from (values (safety -> 'manufacturer'), (safety -> 'responsible_person')) as c (contact)
      )
  $$;

alter table products add safety jsonb constraint products_safety_check check (is_product_safety(safety));
alter table product_types add safety jsonb constraint product_types_safety_check check (is_product_safety(safety));

create table brands (
  id bigint generated always as identity primary key,
  name text not null constraint brands_name_check check (char_length(name) between 1 and 255),
  safety jsonb constraint brands_safety_check check (is_product_safety(safety)),
  version int not null default 1
);
create unique index brands_name on brands (name);
