-- module: images
-- Finds contents whose hash begins alike; their folder and URL would be the same.
create index on image_files (sha256 collate "C" text_pattern_ops);
