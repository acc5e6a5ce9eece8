-- module: shop
-- For media: the images of the home page.
create view home_images as
  select distinct (section ->> 'image_id')::bigint as image_id
  from settings
  cross join jsonb_path_query(value, '$.home[*] ? (@.image_id != null)') as section
  where name = 'content';
