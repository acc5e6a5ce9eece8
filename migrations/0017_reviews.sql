-- module: reviews
create table reviews (
  id bigint generated always as identity primary key,
  product_id bigint not null references products,
  user_id bigint not null references users,
  order_line_id bigint references order_lines,
  -- Public name of the reviewer, copied from the account.
  author text not null default 'Customer',
  rating int not null check (rating between 1 and 5),
  title text,
  body text,
  status text not null default 'pending' check (status in ('pending', 'published', 'rejected')),
  verified boolean not null default false,
  -- Counted from review_votes whenever one changes.
  helpful int not null default 0 check (helpful >= 0),
  unhelpful int not null default 0 check (unhelpful >= 0),
  reply text check (reply <> ''),
  replied_at timestamptz,
  -- Who published or rejected it last, and why; null when the shop did it automatically.
  moderated_by bigint references users,
  moderated_at timestamptz,
  reason text check (reason <> ''),
  version int not null default 1,
  -- How often its author has edited it since `edits_since`, which begins anew after a day.
  edits int not null default 0,
  edits_since timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (product_id, user_id)
);
create index on reviews (product_id, status, created_at desc);
create index on reviews (user_id);
-- For the home page.
create index on reviews (created_at desc, id desc) where status = 'published' and rating >= 4;
create index on reviews (created_at) where status = 'pending';
-- For the lists of the dashboard.
create index on reviews (status, created_at desc);
create index on reviews (created_at desc);
create index reviews_words on reviews
  using gin ((author || ' ' || coalesce(title, '') || ' ' || coalesce(body, '')) gin_trgm_ops);

create table review_votes (
  review_id bigint not null references reviews on delete cascade,
  user_id bigint not null references users on delete cascade,
  value smallint not null check (value in (-1, 1)),
  voted_at timestamptz not null default now(),
  primary key (review_id, user_id)
);
create index on review_votes (user_id);

create table review_images (
  review_id bigint not null references reviews on delete cascade,
  image_id bigint not null references images on delete cascade,
  position int not null,
  primary key (review_id, image_id)
);
create index on review_images (image_id);

-- Reports of published reviews by customers; open until an administrator dismisses them.
create table review_reports (
  review_id bigint not null references reviews on delete cascade,
  user_id bigint not null references users on delete cascade,
  reason text not null check (reason in ('spam', 'offensive', 'personal_data', 'wrong_product', 'other')),
  created_at timestamptz not null default now(),
  dismissed_at timestamptz,
  primary key (review_id, user_id)
);
create index on review_reports (review_id) where dismissed_at is null;
create index on review_reports (user_id);

-- Number of published reviews of a product by stars.
create view review_distribution as
  select product_id, rating as stars, count(*)::int as count
  from reviews
  where status = 'published'
  group by product_id, rating;

-- For media: the reviews that show an image, by the name of their product.
create view review_image_uses as
  select p.image_id, r.id, r.product_id, n.name
  from review_images p
  join reviews r on r.id = p.review_id
  join product_names n on n.product_id = r.product_id;
