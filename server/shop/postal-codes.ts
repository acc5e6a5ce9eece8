import { withPlainDigits } from "#contract/digits.ts";

/** A postal code without what people write differently: spaces, dashes, small letters and digits of other scripts. */
export const normalizePostalCode = (code: string) => withPlainDigits(code).replace(/[\s-]/g, "").toUpperCase();
