import { sql } from "kysely";
import { minorDigits } from "#contract/formats/currency-decimals.ts";
import type {
  ShippingMethodForm,
  ShippingRate,
  ShippingZone,
  ShippingZoneForm,
  ZoneMethod,
} from "#contract/shipping.ts";
import { type Db, findRow, findValue, isAffected, listRows, type Tx } from "#server/platform/database/database.ts";
import { idOrNext } from "#server/platform/database/ids.sql.ts";

const zoneColumns = sql`id, name, countries, postal_patterns, version`;

export const listZones = (db: Db | Tx) =>
  listRows<ShippingZone>(db)`select ${zoneColumns} from shipping_zones order by id`;

export const insertZone = (tx: Tx, zone: ShippingZoneForm, id?: number) =>
  findRow<ShippingZone>(tx)`
    insert into shipping_zones (id, name, countries, postal_patterns) overriding system value
    values (${idOrNext("shipping_zones", id)}, ${zone.name}, ${zone.countries}, ${zone.postal_patterns})
    returning ${zoneColumns}`;

/** Updates a zone with this `version`; undefined if the version is outdated. */
export const updateZoneRow = (tx: Tx, id: number, zone: ShippingZoneForm & { version: number }) =>
  findRow<ShippingZone>(tx)`
    update shipping_zones
    set name = ${zone.name}, countries = ${zone.countries}, postal_patterns = ${zone.postal_patterns},
      version = version + 1
    where id = ${id} and version = ${zone.version}
    returning ${zoneColumns}`;

/** Deletes a zone without methods: `gone`, `used` or `unknown`. */
export async function deleteZoneRow(tx: Tx, id: number): Promise<"gone" | "used" | "unknown"> {
  const rows = await listRows<{ used: boolean }>(tx)`
    select exists (select 1 from shipping_methods m where m.zone_id = z.id) as used
    from shipping_zones z
    where id = ${id}
    for update`;
  if (!rows[0]) return "unknown";
  if (rows[0].used) return "used";
  await sql`delete from shipping_zones where id = ${id}`.execute(tx);
  return "gone";
}

/** Deletes the methods and zones that every database starts with, but for those that were changed since. */
export async function deleteDefaultShipping(tx: Tx) {
  await sql`
    delete from shipping_methods m using shipping_zones z
    where z.id = m.zone_id
      and m.version = 1
      and (z.name, m.name, m.carrier) in (
        ('Germany', 'Standard', 'DHL'),
        ('Germany', 'Express', 'DHL'),
        ('European Union', 'Standard', 'DHL'),
        ('European Union', 'Express', 'UPS'),
        ('Further away', 'Tracked', 'DHL'))`.execute(tx);
  await sql`
    delete from shipping_zones z
    where version = 1 and name in ('Germany', 'European Union', 'Further away')
      and not exists (select from shipping_methods m where m.zone_id = z.id)`.execute(tx);
}

const wholeMethod = sql`m.id, m.zone_id, m.name, m.carrier, m.min_days, m.max_days, m.is_active, m.position, m.version,
  (select coalesce(jsonb_agg(jsonb_build_object('price_amount', r.price_amount,
      'min_subtotal_amount', r.min_subtotal_amount, 'max_subtotal_amount', r.max_subtotal_amount,
      'min_weight_g', r.min_weight_g, 'max_weight_g', r.max_weight_g) order by r.id), '[]')
    from shipping_rates r where r.method_id = m.id) as rates`;

export const listZoneMethods = (db: Db | Tx) =>
  listRows<ZoneMethod>(db)`
    select ${wholeMethod} from shipping_methods m order by m.zone_id, m.position, m.id`;

export const findMethod = (db: Db | Tx, id: number) =>
  findRow<ZoneMethod>(db)`select ${wholeMethod} from shipping_methods m where m.id = ${id}`;

/** Inserts a method without its rates; undefined if the zone does not exist. */
export const insertMethod = (tx: Tx, form: ShippingMethodForm, id?: number) =>
  findValue<number>(tx)`
    insert into shipping_methods (id, zone_id, name, carrier, min_days, max_days, is_active, position)
      overriding system value
    select ${idOrNext("shipping_methods", id)}, id, ${form.name}, ${form.carrier}, ${form.min_days}, ${form.max_days},
      ${form.is_active}, ${form.position}
    from shipping_zones where id = ${form.zone_id}
    returning id`;

/** Updates a method with this `version`, without its rates; false if it is outdated or the zone does not exist. */
export const updateMethodRow = (tx: Tx, id: number, form: ShippingMethodForm & { version: number }) =>
  isAffected(tx)`
    update shipping_methods
    set zone_id = ${form.zone_id}, name = ${form.name}, carrier = ${form.carrier}, min_days = ${form.min_days},
      max_days = ${form.max_days}, is_active = ${form.is_active}, position = ${form.position}, version = version + 1
    where id = ${id}
      and version = ${form.version}
      and exists (select 1 from shipping_zones z where z.id = ${form.zone_id})`;

export async function replaceRates(tx: Tx, methodId: number, rates: ShippingRate[], currency: string) {
  await sql`delete from shipping_rates where method_id = ${methodId}`.execute(tx);
  await sql`
    insert into shipping_rates (method_id, currency, price_amount, min_subtotal_amount, max_subtotal_amount,
      min_weight_g, max_weight_g)
    select ${methodId}::bigint, ${currency}, r.price_amount, r.min_subtotal_amount, r.max_subtotal_amount,
      r.min_weight_g, r.max_weight_g
    from jsonb_to_recordset(${JSON.stringify(rates)}::jsonb) as r (price_amount bigint, min_subtotal_amount bigint,
      max_subtotal_amount bigint, min_weight_g int, max_weight_g int)`.execute(tx);
}

/** Gives every rate another currency. The amounts stay: 4.90 EUR becomes 4.900 KWD, and 5 JPY, which has no decimals. */
export function updateCurrency(tx: Tx, currency: string, before: string) {
  const power = minorDigits(currency) - minorDigits(before);
  const amount = (column: string) => sql`round(${sql.ref(column)} * power(10::numeric, ${power}::int))`;
  return sql`
    update shipping_rates
    set currency = ${currency}, price_amount = ${amount("price_amount")},
      min_subtotal_amount = ${amount("min_subtotal_amount")}, max_subtotal_amount = ${amount("max_subtotal_amount")}
    where currency <> ${currency}`.execute(tx);
}

export const deleteMethodRow = (tx: Tx, id: number) => isAffected(tx)`delete from shipping_methods where id = ${id}`;
