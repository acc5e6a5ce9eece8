-- module: shop

-- Orders to the EU need the seller's legal details first, but for shops that somebody had begun to use before: an upgrade
-- stops no sale. Not a save of the group: its version stays.
update settings
set value = value || '{"requires_legal_details": false}'
where name = 'general' and exists (select from settings where version > 1)
  or name = 'general' and exists (select from orders);
