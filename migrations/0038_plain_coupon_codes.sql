-- module: coupons
-- Codes are compared with plain digits now, whatever keyboard typed them: those made with the digits of another script are
-- kept with plain ones as well, and so are those that carts carry. Where that would make two the same, both stay as they are.
create temporary table plain_digits on commit drop as
select string_agg(chr(zero + worth), '' order by zero, worth) as theirs,
  string_agg(worth::text, '' order by zero, worth) as ours
from unnest(array[1632, 1776, 1984, 2406, 2534, 2662, 2790, 2918, 3046, 3174, 3302, 3430, 3558, 3664, 3792, 3872, 4160, 4240,
  6112, 6160, 6470, 6608, 6784, 6800, 6992, 7088, 7232, 7248, 42528, 43216, 43264, 43472, 43504, 43600, 44016, 65296, 66720,
  68912, 68928, 69734, 69872, 69942, 70096, 70384, 70736, 70864, 71248, 71360, 71376, 71386, 71472, 71904, 72016, 72688,
  72784, 73040, 73120, 73184, 73552, 90416, 92768, 92864, 93008, 93552, 118000, 120782, 120792, 120802, 120812, 120822,
  123200, 123632, 124144, 124401, 125264, 130032]) zero
cross join generate_series(0, 9) worth;

update coupons c
set code = translate(c.code, d.theirs, d.ours)
from plain_digits d
where c.deleted_at is null and translate(c.code, d.theirs, d.ours) <> c.code
  and not exists (
    select from coupons other
    where other.deleted_at is null and other.id <> c.id
      and translate(other.code, d.theirs, d.ours) = translate(c.code, d.theirs, d.ours));

update carts c
set coupon_code = translate(c.coupon_code, d.theirs, d.ours)
from plain_digits d
where c.status = 'active' and translate(c.coupon_code, d.theirs, d.ours) <> c.coupon_code
  and not exists (select from coupons k where k.deleted_at is null and k.code = c.coupon_code);
