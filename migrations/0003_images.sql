-- module: images
-- One file per content. Images refer to it; it is deleted with the last of them.
create table image_files (
  sha256 text primary key,
  -- The URL of its rendition of 1280 px.
  url text not null generated always as ('/images/' || left(sha256, 20) || '/1280.webp') stored,
  mime text not null,
  bytes int not null check (bytes > 0),
  width int not null check (width > 0),
  height int not null check (height > 0),
  dominant text not null check (dominant ~ '^#[0-9a-f]{6}$'),
  created_at timestamptz not null default now()
);

create index on image_files (created_at desc, sha256);

create table images (
  id bigint generated always as identity primary key,
  sha256 text references image_files,
  status text not null default 'ready' check (status in ('pending', 'ready', 'failed')),
  -- Where a pending image is downloaded from, and why the last attempt failed.
  source_url text,
  source_host text generated always as (
    lower(substring(source_url from '^[^:]+://(?:[^/?#]*@)?([^/?#]+)'))
  ) stored,
  failure text,
  attempts int not null default 0,
  next_try_at timestamptz not null default now(),
  alt text not null default '',
  product_id bigint,
  option_value_id bigint,
  position int not null default 0,
  created_at timestamptz not null default now(),
  check ((status = 'ready') = (sha256 is not null)),
  check (status = 'ready' or source_url is not null)
);
create index on images (product_id, position) where product_id is not null;
create index on images (sha256);
create unique index images_source on images (product_id, source_url) where source_url is not null;
create index on images (next_try_at, id) where status = 'pending';
create index on images (source_host) where status <> 'ready';

-- Hosts that did not answer when an image was downloaded: they get no request until the time has come.
create table image_hosts (
  host text primary key,
  failures int not null check (failures > 0),
  not_before timestamptz not null
);

-- For other modules: every stored image.
create view stored_images as
  select i.id, i.sha256, i.alt, i.product_id, i.option_value_id, i.position, f.url, f.width, f.height, f.dominant
  from images i
  join image_files f using (sha256);

-- For media: every stored file.
create view stored_files as
  select sha256, url, bytes, width, height, dominant, created_at
  from image_files;

-- For other modules: the images of products that can be shown.
create view product_images as
  select i.product_id, i.id, i.sha256, f.url, f.width, f.height, f.dominant, i.alt, i.position, i.option_value_id
  from images i
  join image_files f on f.sha256 = i.sha256
  where i.status = 'ready' and i.product_id is not null;

-- For other modules: images that are or were downloaded from another site.
create view image_downloads as
  select id, product_id, source_url, status, failure
  from images
  where source_url is not null;
