-- module: shop

-- Returns were sent to the address of the business, which may have more than its postal lines: it stays where it was used.
update settings checkout
set value = checkout.value || jsonb_build_object('return_address', general.value -> 'address'),
  version = checkout.version + 1, updated_at = now()
from settings general
where checkout.name = 'checkout' and general.name = 'general'
  and checkout.value ->> 'return_address' is null and general.value ->> 'address' is not null;
