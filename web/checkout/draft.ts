import { mine } from "#web/api/mine.ts";
import { shelf } from "./kept.ts";

/** What was typed at the checkout, all of it text or a tick; never anything of a card. */
export interface Details {
  email: string;
  /** The id of a kept address, or "new". */
  choice: string;
  address: {
    fullname: string;
    company: string;
    line1: string;
    line2: string;
    city: string;
    region_code: string;
    postal_code: string;
    country: string;
    phone: string;
  };
  save_address: boolean;
  /** The id of a way of delivery; "" for the cheapest. */
  method: string;
  note: string;
}

export const blankDetails: Details = {
  email: "",
  choice: "new",
  address: {
    fullname: "",
    company: "",
    line1: "",
    line2: "",
    city: "",
    region_code: "",
    postal_code: "",
    country: "",
    phone: "",
  },
  save_address: true,
  method: "",
  note: "",
};

const drafts = shelf(() => localStorage, `${mine}checkout_draft`);

/**
 * Keeps what was typed for this customer until the order is placed: it survives reloads and a session that ended by
 * itself; signing out forgets it.
 */
export const keepDraft = (owner: number, details: Details) => drafts.write({ owner, details });

/** What this customer typed before; another's draft in the same browser is dropped. */
export function keptDraft(owner: number): Partial<Details> {
  const kept = drafts.read();
  if (!isRecord(kept) || kept.owner !== owner || !isRecord(kept.details)) {
    drafts.clear();
    return {};
  }
  const { address, ...rest } = kept.details;
  const draft = sameKinds(rest, blankDetails);
  return isRecord(address)
    ? { ...draft, address: { ...blankDetails.address, ...sameKinds(address, blankDetails.address) } }
    : draft;
}

export const forgetDraft = () => drafts.clear();

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Only what is known and of the kind it should be: an older version may have kept something else. */
function sameKinds<T extends object>(kept: Record<string, unknown>, model: T): Partial<T> {
  return Object.fromEntries(
    Object.entries(kept).filter(([name, value]) => typeof value === typeof (model as Record<string, unknown>)[name]),
  ) as Partial<T>;
}
