-- module: catalogue
create function plain_words(words text) returns text
  language sql immutable parallel safe strict
  as $$ select lower(public.unaccent('public.unaccent', words)) $$;

-- Splits a text into search words: lowercase, without accents, letters and digits only; apostrophes join (men's, mens).
-- Both the indexed text and the query go through it.
create function words_of(words text) returns text[]
  language sql immutable parallel safe strict
  as $$
    select array_remove(
      regexp_split_to_array(translate(public.plain_words(words), '''’‘`', ''), '[^[:alnum:]]+'),
      ''
    )
  $$;

create table categories (
  id bigint generated always as identity primary key,
  parent_id bigint references categories on delete restrict,
  name text not null check (name <> ''),
  slug text not null check (slug <> ''),
  path text not null,
  depth int not null check (depth between 1 and 8),
  position int not null default 0,
  -- The ids of its ancestors and its own, root first; products are filtered by them.
  ancestor_ids bigint[] not null default '{}',
  description text,
  image_id bigint references images on delete set null,
  is_active boolean not null default true,
  -- Which products are in it besides those assigned to it (contract/catalogue/category-rules.ts).
  rules jsonb,
  -- Its id in the imported file, so that importing again updates it.
  import_key text,
  version int not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz,
  check (id <> parent_id)
);
create unique index categories_path on categories (path) where deleted_at is null;
create unique index categories_sibling on categories (parent_id, slug) nulls not distinct where deleted_at is null;
create unique index categories_import_key on categories (import_key) where deleted_at is null;
create index on categories (path text_pattern_ops);
create index on categories (parent_id, position);
-- Small, because few are hidden: read for every cart to know whether its products are on sale.
create index categories_hidden on categories (id) where not is_active;
create index on categories using gin (name gin_trgm_ops);
-- Read whenever a product changes.
create index categories_with_rules on categories (id) where rules is not null and deleted_at is null;

create table product_types (
  id bigint generated always as identity primary key,
  name text not null,
  slug text not null unique,
  is_shippable boolean not null default true,
  -- Tax class of its products; null for the default class.
  tax_class_id bigint references tax_classes,
  -- Days after delivery in which a return can be requested; 0 for final sale.
  return_days int not null default 30 check (return_days between 0 and 365),
  attribute_schema jsonb not null default '[]',
  -- Sanitized; empty without one.
  size_guide_html text not null default '',
  version int not null default 1
);
create unique index product_types_name on product_types (lower(name));
-- So that a new shop can add a product; renamed or deleted like any other.
insert into product_types (name, slug) values ('General', 'general');

create table option_groups (
  id bigint generated always as identity primary key,
  name text not null,
  code text not null unique,
  display text not null default 'button' check (display in ('swatch', 'image', 'button', 'select')),
  position int not null default 0
);
create unique index option_groups_name on option_groups (lower(name));

create table option_values (
  id bigint generated always as identity primary key,
  option_group_id bigint not null references option_groups on delete cascade,
  label text not null,
  code text not null,
  swatch text check (swatch ~ '^#[0-9a-fA-F]{6}$'),
  position int not null default 0,
  unique (option_group_id, code)
);

create table tags (
  id bigint generated always as identity primary key,
  name text not null,
  slug text not null unique
);

create table products (
  id bigint generated always as identity primary key,
  slug text not null,
  name text not null check (name <> ''),
  subtitle text,
  description_html text not null default '',
  product_type_id bigint not null references product_types,
  brand text,
  status text not null default 'active' check (status in ('draft', 'active', 'archived')),
  published_at timestamptz,
  -- When a draft is published, and when it becomes a draft again.
  publish_at timestamptz,
  unpublish_at timestamptz,
  main_category_id bigint references categories on delete set null,
  -- Overrides the tax class of its type.
  tax_class_id bigint references tax_classes,
  attributes jsonb not null default '{}',
  seo jsonb not null default '{}',
  currency char(3) not null,
  rating_sum int not null default 0 check (rating_sum >= 0),
  rating_count int not null default 0 check (rating_count >= 0),
  sales_30d int not null default 0,
  popularity real not null default 0,
  -- Derived from variations, stock, images, categories and reviews (server/catalogue/products/derived-columns.sql.ts).
  min_price_amount bigint not null default 0,
  max_price_amount bigint not null default 0,
  in_stock boolean not null default false,
  on_sale boolean not null default false,
  -- Percent off the compare-at price, rounded down; the most of any variation.
  discount int not null default 0,
  category_ids bigint[] not null default '{}',
  -- The categories whose rules it matches; categories above them are not included.
  rule_category_ids bigint[] not null default '{}',
  tag_ids bigint[] not null default '{}',
  option_value_ids bigint[] not null default '{}',
  search tsvector not null default '',
  card jsonb not null default '{}',
  -- All of its categories are hidden; a product without categories is not.
  is_hidden boolean not null default false,
  version int not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz,
  constraint unpublished_after_published check (unpublish_at > publish_at)
);
create unique index products_slug on products (slug) where deleted_at is null;
create index products_search on products using gin (search);
create index products_type on products (product_type_id);
create index products_publish_at on products (publish_at) where publish_at is not null;
create index products_unpublish_at on products (unpublish_at) where unpublish_at is not null;
create index products_updated on products (updated_at desc, id desc) where deleted_at is null;
create index products_sold_out on products (updated_at desc, id desc) where deleted_at is null and not in_stock;
create index products_name on products using gin (name gin_trgm_ops);

-- Changes to many products, made in the background.
create table bulk_edits (
  id uuid primary key,
  change jsonb not null,
  status text not null default 'running' check (status in ('running', 'done', 'cancelled', 'undoing', 'undone')),
  created_by bigint references users,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index on bulk_edits (created_at desc);

-- The products of a bulk edit. Those without an outcome are still to be changed.
create table bulk_edit_lines (
  bulk_edit_id uuid not null references bulk_edits on delete cascade,
  product_id bigint not null references products,
  outcome text check (outcome in ('changed', 'unchanged', 'failed', 'undone', 'changed_since')),
  -- Why it was not changed, or not undone.
  message text,
  -- The changed fields, for undo.
  before jsonb,
  after jsonb,
  primary key (bulk_edit_id, product_id)
);
create index on bulk_edit_lines (bulk_edit_id, outcome, product_id);

create table product_categories (
  product_id bigint not null references products,
  category_id bigint not null references categories,
  position int not null default 0,
  primary key (product_id, category_id)
);
create index on product_categories (category_id, position);

create table product_tags (
  product_id bigint not null references products,
  tag_id bigint not null references tags on delete cascade,
  primary key (product_id, tag_id)
);
create index on product_tags (tag_id);

-- Products that a merchant shows as related, before those the shop finds.
create table product_relations (
  product_id bigint not null references products,
  related_id bigint not null references products check (related_id <> product_id),
  position int not null,
  primary key (product_id, related_id)
);

create table product_option_groups (
  product_id bigint not null references products,
  option_group_id bigint not null references option_groups,
  position int not null default 0,
  primary key (product_id, option_group_id)
);
create index on product_option_groups (option_group_id);

create table variations (
  id bigint generated always as identity primary key,
  product_id bigint not null references products,
  sku text,
  barcode text,
  -- Sorted ids of its option values ('12-40'); '' for a product without options.
  option_key text not null default '',
  title text not null default '',
  price_amount bigint not null,
  compare_at_amount bigint,
  cost_amount bigint,
  weight_g int check (weight_g >= 0),
  track_stock boolean not null default true,
  allow_backorder boolean not null default false,
  max_per_order int check (max_per_order between 1 and 999),
  is_active boolean not null default true,
  position int not null default 0,
  -- Derived with its product: the labels of its options, and its own image if it has one.
  options jsonb not null default '[]',
  thumbnail text,
  version int not null default 1,
  created_at timestamptz not null default now(),
  deleted_at timestamptz,
  constraint price_not_negative check (price_amount >= 0),
  constraint compare_at_above_price check (compare_at_amount is null or compare_at_amount > price_amount)
);
create unique index variations_options on variations (product_id, option_key) where deleted_at is null;
create unique index variations_sku on variations (sku) where deleted_at is null;
create unique index variations_barcode on variations (barcode) where deleted_at is null;
create index on variations (product_id, position);
-- For the lists of stock, which are counted from it alone.
create index variations_stocked on variations (id) include (product_id, is_active)
  where deleted_at is null and track_stock;
-- For their search by words of products. Without is_active, or the planner takes it for the lists of low stock.
create index variations_stocked_by_product on variations (product_id) include (id)
  where deleted_at is null and track_stock;

create table variation_options (
  variation_id bigint not null references variations,
  option_group_id bigint not null references option_groups,
  option_value_id bigint not null references option_values,
  primary key (variation_id, option_group_id)
);
create index on variation_options (option_value_id);

create table price_history (
  id bigint generated always as identity primary key,
  variation_id bigint not null references variations,
  price_amount bigint not null,
  effective_from timestamptz not null default now(),
  effective_to timestamptz,
  -- Announced as a reduction. The prior price is then the one in force until the announcement,
  -- however long ago the price itself was set (EU directive 98/6, article 6a).
  is_reduced boolean not null default false
);
create index on price_history (variation_id, effective_from desc);

create table slug_history (
  entity text not null check (entity in ('product', 'category')),
  entity_id bigint not null,
  old_slug text not null,
  created_at timestamptz not null default now(),
  primary key (entity, old_slug)
);
create index on slug_history (entity, entity_id);

-- For other modules: former paths of products and categories, with the current ones.
create view moved_paths as
  select h.entity, '/details/' || h.old_slug as from_path, '/details/' || p.slug as to_path, h.created_at
  from slug_history h
  join products p on p.id = h.entity_id
  where h.entity = 'product' and p.deleted_at is null
  union all
  select h.entity, '/products?category=' || h.old_slug, '/products?category=' || c.path, h.created_at
  from slug_history h
  join categories c on c.id = h.entity_id
  where h.entity = 'category' and c.deleted_at is null;

alter table images
  add foreign key (product_id) references products,
  add foreign key (option_value_id) references option_values on delete set null;

-- Products bought together and in how many orders; computed from the orders once a night.
create table bought_together (
  product_id bigint not null references products,
  other_id bigint not null references products,
  orders int not null check (orders > 0),
  primary key (product_id, other_id),
  check (product_id <> other_id)
);

-- Zero-result searches by day, for the merchant. Old rows are deleted, and there are never more than a few thousand.
create table zero_result_searches (
  day date not null,
  term text not null,
  searches int not null default 1,
  primary key (day, term)
);

-- The merchant's synonyms: words of a row mean the same; `includes` are found by them, but not the other way round.
create table search_synonyms (
  id bigint generated always as identity primary key,
  words text[] not null check (cardinality(words) between 1 and 20),
  includes text[] not null default '{}' check (cardinality(includes) <= 30),
  version int not null default 1
);

-- For reviews: the sums that reconciliation compares with the reviews.
create view product_image_counts as
  select p.id as product_id, p.name, p.status,
    count(i.id)::int as total,
    (count(i.id) filter (where i.status = 'ready'))::int as ready,
    (count(i.id) filter (where i.status = 'failed'))::int as failed
  from products p
  left join images i on i.product_id = p.id
  where p.deleted_at is null
  group by p.id;

create view product_ratings as
  select id as product_id, rating_sum, rating_count
  from products;

-- For the demand list: variations with tracked stock, and searches without results in the last 30 days.
create view stocked_variations as
  select v.id as variation_id, v.product_id, p.name, v.sku, v.is_active and p.status = 'active' as is_active,
    coalesce((
      select string_agg(o.option ->> 'value', ' / ' order by o.place)
      from jsonb_array_elements(v.options) with ordinality as o (option, place)
    ), '') as options,
    coalesce(v.thumbnail, p.card ->> 'thumbnail', '/failed_image.png') as thumbnail
  from variations v
  join products p on p.id = v.product_id
  where v.track_stock and v.deleted_at is null and p.deleted_at is null;
create view recent_zero_result_searches as
  select term, sum(searches)::int as searches
  from zero_result_searches
  where day > (now() at time zone 'UTC')::date - 30
  group by term;

-- For reviews and imports: names, of deleted ones too.
create view product_names as
  select id as product_id, name
  from products;
create view category_names as
  select id as category_id, name
  from categories;

-- For media: the products and categories that show an image; `id` is null for a deleted product.
create view catalogue_image_uses as
  select i.id as image_id, 'product' as kind, case when p.deleted_at is null then p.id end as id, p.name
  from images i
  join products p on p.id = i.product_id
  union all
  select image_id, 'category', id, name
  from categories
  where image_id is not null and deleted_at is null;
