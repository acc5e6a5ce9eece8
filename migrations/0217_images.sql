-- module: images
-- Further addresses that gave the same picture of a product, so that files naming another of them don't download it again.
alter table images add column other_sources text[] not null default '{}';
