-- module: catalogue
-- Class and scale of the EU energy label (regulation (EU) 2017/1369), with links to label and product information sheet.
-- One function, as a dump is restored without a search path: none of ours would be found in another.
create function is_energy_label(label jsonb) returns boolean
  language sql immutable strict as $$
    select coalesce(jsonb_typeof(label) = 'object'
      and array_position(c.classes, label ->> 'best') <= array_position(c.classes, label ->> 'class')
      and array_position(c.classes, label ->> 'class') <= array_position(c.classes, label ->> 'worst')
      and coalesce(label ->> 'label_url', 'https://') ~ '^https?://'
      and char_length(coalesce(label ->> 'label_url', '')) <= 2000
      and coalesce(label ->> 'sheet_url', 'https://') ~ '^https?://'
      and char_length(coalesce(label ->> 'sheet_url', '')) <= 2000
      and coalesce(label ->> 'eprel_number', '0') ~ '^[0-9]{1,10}$', false)
    from (values (array['A+++', 'A++', 'A+', 'A', 'B', 'C', 'D', 'E', 'F', 'G'])) as c (classes)
  $$;

alter table products add energy_label jsonb
  constraint products_energy_label_check check (is_energy_label(energy_label));
