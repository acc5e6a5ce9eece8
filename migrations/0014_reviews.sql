-- room: reviews
create table reviews (
  id bigint generated always as identity primary key,
  product_id bigint not null references products,
  user_id bigint not null references users,
  order_line_id bigint references order_lines,
  -- How the reviewer is named to others: a copy, short enough to be shown to everybody.
  author text not null default 'Customer',
  rating int not null check (rating between 1 and 5),
  title text,
  body text,
  status text not null default 'pending' check (status in ('pending', 'published', 'rejected')),
  verified boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (product_id, user_id)
);
create index on reviews (product_id, status, created_at desc);
create index on reviews (user_id);

-- How many stars a product was given how often; what its page draws.
create view review_distribution as
  select product_id, rating as stars, count(*)::int as count
  from reviews
  where status = 'published'
  group by product_id, rating;
