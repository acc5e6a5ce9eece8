import type { Address, NewAddress } from "#contract/accounts/accounts.ts";
import type { Db, Tx } from "#server/platform/database/database.ts";
import { inTransaction } from "#server/platform/database/transaction.ts";
import { assertFound, Problem } from "#server/platform/http/problem.ts";
import { assertCompanyVatId, assertVatCompany } from "#server/shop/shop.ts";
import * as rows from "./addresses.sql.ts";

type Form = NewAddress & { is_default_shipping?: boolean | undefined };

/** How many addresses a customer may have. */
const maxAddresses = 50;

/**
 * Saves an address; the first is the default. A duplicate is saved once. Throws `too_many_addresses`, and for a VAT ID
 * that is wrong or without a company.
 */
export async function createAddress(tx: Tx, userId: number, form: Form): Promise<Address> {
  await rows.lockUser(tx, userId);
  const existing = await rows.listAddresses(tx, userId);
  const same = existing.find((address) => isSame(address, form));
  if (same && !form.is_default_shipping) return same;
  if (same) return updateAddressOf(tx, userId, { ...same, ...form });
  assertCompanyVatId(form);
  if (existing.length >= maxAddresses) throw new Problem("too_many_addresses");
  const isDefault = form.is_default_shipping ?? existing.length === 0;
  if (isDefault) await rows.clearDefaultAddress(tx, userId);
  return rows.insertAddress(tx, userId, form, isDefault);
}

type Edit = Form & { id: number; version?: number | undefined };

/** Updates an address of the customer. Throws `not_found`, and `stale` if it is no longer of the version edited. */
export async function updateAddressOf(tx: Tx, userId: number, { version, ...sent }: Edit): Promise<Address> {
  await rows.lockUser(tx, userId);
  const before = assertFound(await rows.findAddress(tx, userId, sent.id));
  const form = withAbsent(before, sent);
  if (version !== undefined && version !== before.version) throw new Problem("stale");
  if (form.vat_id !== before.vat_id) assertCompanyVatId(form);
  else if ((form.company ?? "") !== (before.company ?? "")) assertVatCompany(form);
  const isDefault = form.is_default_shipping ?? before.is_default_shipping;
  if (isDefault && !before.is_default_shipping) await rows.clearDefaultAddress(tx, userId);
  return assertFound(await rows.updateAddress(tx, userId, { ...form, is_default_shipping: isDefault }));
}

/**
 * What a client leaves out, as it doesn't know it yet, stays: a VAT ID of the same company only, and a region of the same
 * country.
 */
function withAbsent<Sent extends NewAddress>(before: Address, sent: Sent): Sent {
  const company = sent.company === undefined ? before.company : sent.company;
  const isSameCompany = (company ?? "") === (before.company ?? "");
  const isSameCountry = sent.country === before.country;
  return {
    ...sent,
    company,
    vat_id: sent.vat_id === undefined && isSameCompany ? before.vat_id : sent.vat_id,
    line2: sent.line2 === undefined ? before.line2 : sent.line2,
    region_code: sent.region_code === undefined && isSameCountry ? before.region_code : sent.region_code,
    phone: sent.phone === undefined ? before.phone : sent.phone,
  };
}

/** Deletes an address of the customer. Throws `not_found`. */
export const removeAddress = (db: Db, userId: number, id: number) =>
  inTransaction(db, async (tx) => {
    await rows.lockUser(tx, userId);
    assertFound((await rows.deleteAddress(tx, userId, id)) || undefined);
  });

const comparedFields = [
  "fullname",
  "company",
  "vat_id",
  "line1",
  "line2",
  "city",
  "region_code",
  "postal_code",
  "country",
  "phone",
] as const;
const isSame = (one: NewAddress, other: NewAddress) =>
  comparedFields.every((part) => (one[part] ?? "") === (other[part] ?? ""));
