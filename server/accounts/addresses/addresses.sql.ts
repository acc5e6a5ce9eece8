import { type RawBuilder, sql } from "kysely";
import type { Address, NewAddress } from "#contract/accounts/accounts.ts";
import { type Db, findRow, getRow, listRows, type Tx } from "#server/platform/database/database.ts";

const columns = sql.raw(
  "id, version, fullname, company, vat_id, line1, line2, city, region_code, postal_code, country, phone, is_default_shipping",
);

/** The addresses of a customer, the default first, then the newest. */
export const listAddresses = (db: Db | Tx, userId: number) =>
  listRows<Address>(db)`
    select ${columns} from addresses
    where user_id = ${userId}
    order by is_default_shipping desc, id desc`;

/** An address of this customer; undefined if unknown or another customer's. */
export const findAddress = (db: Db | Tx, userId: number, id: number) =>
  findRow<Address>(db)`
    select ${columns} from addresses where user_id = ${userId} and id = ${id}`;

/** The default addresses of these customers. */
export const listDefaultAddresses = (db: Db, userIds: readonly number[]) =>
  listRows<Address & { user_id: number }>(db)`
    select user_id, ${columns} from addresses where user_id = any(${userIds}::bigint[]) and is_default_shipping`;

/** Column: country, region, postal code and VAT ID of the default address of a customer, as JSON; null if there is none. */
export const defaultDestinationColumn = (userId: RawBuilder<unknown>) => sql`
  (select jsonb_build_object('country', a.country, 'region_code', a.region_code, 'postal_code', a.postal_code,
    'vat_id', case when trim(a.company) <> '' then a.vat_id end)
  from addresses a
  where a.user_id = ${userId} and a.is_default_shipping)`;

/** Locks the customer's account, so that changes of the default address don't conflict. */
export const lockUser = (tx: Tx, userId: number) =>
  sql`select 1 from users where id = ${userId} for update`.execute(tx);

export const clearDefaultAddress = (tx: Tx, userId: number) =>
  sql`update addresses set is_default_shipping = false where user_id = ${userId} and is_default_shipping`.execute(tx);

export const insertAddress = (tx: Tx, userId: number, address: NewAddress, isDefault: boolean) =>
  getRow<Address>(tx)`
    insert into addresses (user_id, fullname, company, vat_id, line1, line2, city, region_code, postal_code, country,
      phone, is_default_shipping)
    values (${userId}, ${address.fullname}, ${address.company ?? null}, ${address.vat_id ?? null}, ${address.line1},
      ${address.line2 ?? null}, ${address.city}, ${address.region_code ?? null}, ${address.postal_code},
      ${address.country}, ${address.phone ?? null}, ${isDefault})
    returning ${columns}`;

export const updateAddress = (
  tx: Tx,
  userId: number,
  { id, ...address }: NewAddress & { id: number; is_default_shipping: boolean },
) =>
  findRow<Address>(tx)`
    update addresses
    set fullname = ${address.fullname}, company = ${address.company ?? null}, vat_id = ${address.vat_id ?? null},
      line1 = ${address.line1},
      line2 = ${address.line2 ?? null}, city = ${address.city}, region_code = ${address.region_code ?? null},
      postal_code = ${address.postal_code}, country = ${address.country}, phone = ${address.phone ?? null},
      is_default_shipping = ${address.is_default_shipping}, version = version + 1
    where user_id = ${userId} and id = ${id}
    returning ${columns}`;

/** Deletes an address. If it was the default, the newest other address becomes the default. */
export async function deleteAddress(tx: Tx, userId: number, id: number): Promise<boolean> {
  const rows = await listRows<{ is_default_shipping: boolean }>(tx)`
    delete from addresses where user_id = ${userId} and id = ${id} returning is_default_shipping`;
  if (rows[0]?.is_default_shipping)
    await sql`
      update addresses set is_default_shipping = true
      where id = (select max(id) from addresses where user_id = ${userId})`.execute(tx);
  return rows.length > 0;
}
