-- module: images
-- When an image was removed from its product, so that a job deletes only what its own removal removed.
alter table images add removed_at timestamptz;
