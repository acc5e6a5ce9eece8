import { toAsciiDigits } from "#contract/digits.ts";

/** A postal code without what people write differently: spaces, dashes, small letters and digits of other scripts. */
export const normalizePostalCode = (code: string) => toAsciiDigits(code).replace(/[\s-]/g, "").toUpperCase();
