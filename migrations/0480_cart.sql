-- module: cart

-- How many lines a cart has besides one of a variation. Volatile, so that a statement that calls it after it has locked the
-- cart counts what others added while it waited for the lock.
create function count_other_lines(cart uuid, variation bigint, saved boolean) returns bigint
  language plpgsql volatile
  as $$
begin
  return (
    select count(*)
    from cart_items i
    where i.cart_id = cart and (i.variation_id, i.saved_for_later) is distinct from (variation, saved)
  );
end $$;
