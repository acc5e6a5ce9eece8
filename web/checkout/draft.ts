import { personalKeyPrefix, storedValue } from "#web/api/browser-storage.ts";
import { isDataOf } from "#web/api/session/session.ts";

export const addressFieldNames = [
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
export type AddressValues = Record<(typeof addressFieldNames)[number], string>;

/** The values of the checkout form; never card data. */
export interface CheckoutDetails {
  email: string;
  /** Id of a saved address, or "new". */
  choice: string;
  address: AddressValues;
  save_address: boolean;
  /** Id of a shipping method; "" for the cheapest. */
  method: string;
  /** A payment provider; "" for the first. */
  provider: string;
  /** What the demo card does. */
  outcome: string;
  /** Whether the billing address is the delivery address. */
  billing_same: boolean;
  billing: AddressValues;
  note: string;
}

export const blankAddress = Object.fromEntries(addressFieldNames.map((name) => [name, ""])) as AddressValues;
export const blankDetails: CheckoutDetails = {
  email: "",
  choice: "new",
  address: blankAddress,
  save_address: true,
  method: "",
  provider: "",
  outcome: "approve",
  billing_same: true,
  billing: blankAddress,
  note: "",
};

const drafts = storedValue(() => localStorage, `${personalKeyPrefix}checkout_draft`);

/**
 * Saves the draft of this customer until the order is paid; it survives reloads and expired sessions but not signing
 * out.
 */
export const saveDraft = (owner: number, details: CheckoutDetails) => drafts.write({ owner, details });

/**
 * The draft of this customer, or of who they were before they confirmed or corrected an email; another customer's is
 * deleted. So is one of a placed order: who signs in after a guest's order may be the next person on a shared device.
 */
export function loadDraft(owner: number): Partial<CheckoutDetails> {
  const stored = drafts.read();
  const isOwn =
    isRecord(stored) &&
    typeof stored.owner === "number" &&
    (stored.placed === true ? stored.owner === owner : isDataOf(stored.owner, owner));
  if (!isOwn || !isRecord(stored.details)) {
    drafts.clear();
    return {};
  }
  const { address, billing, ...details } = stored.details;
  // Saved with the order, and meant for it.
  const { note: _note, choice: _choice, save_address: _save, ...lasting } = details;
  const { email, ...rest } = stored.placed === true ? lasting : details;
  return {
    ...withKnownTypes(rest, blankDetails),
    // The email that was corrected is not the one to write to.
    ...(stored.owner === owner ? withKnownTypes({ email }, { email: "" }) : {}),
    ...(isRecord(address) ? { address: { ...blankAddress, ...withKnownTypes(address, blankAddress) } } : {}),
    ...(isRecord(billing) ? { billing: { ...blankAddress, ...withKnownTypes(billing, blankAddress) } } : {}),
  };
}

export const clearDraft = () => drafts.clear();

/** After the order was placed: the next one starts without its note and its choice of address. */
export const markDraftPlaced = () => changeDraft({ placed: true });

/** The order is edited, so the draft is complete again. */
export const reopenDraft = () => changeDraft({ placed: false });

function changeDraft(change: { placed: boolean }) {
  const stored = drafts.read();
  if (isRecord(stored)) drafts.write({ ...stored, ...change });
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Drops unknown values, as an older version may have stored them. */
function withKnownTypes<T extends object>(stored: Record<string, unknown>, model: T): Partial<T> {
  return Object.fromEntries(
    Object.entries(stored).filter(([name, value]) => typeof value === typeof (model as Record<string, unknown>)[name]),
  ) as Partial<T>;
}
