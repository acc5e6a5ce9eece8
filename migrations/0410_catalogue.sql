-- module: catalogue
-- Where products come from: their own, else that of their brand, else of their type.
alter table products add country_of_origin text
  constraint products_country_of_origin_check check (country_of_origin ~ '^[A-Z]{2}$');
alter table product_types add country_of_origin text
  constraint product_types_country_of_origin_check check (country_of_origin ~ '^[A-Z]{2}$');
alter table brands add country_of_origin text
  constraint brands_country_of_origin_check check (country_of_origin ~ '^[A-Z]{2}$');
