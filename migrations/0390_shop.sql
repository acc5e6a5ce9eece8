-- module: shop

-- Territories outside of the EU's VAT are charged none, but by shops that somebody had begun to use before: an upgrade
-- changes no price and no tax. Not a save of the group: its version stays.
update settings
set value = value || '{"exempt_territories": false}'
where name = 'localization'
  and (exists (select from settings where version > 1) or exists (select from orders));
