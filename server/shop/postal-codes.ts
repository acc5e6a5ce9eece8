import { toAsciiDigits } from "#contract/formats/digits.ts";

/** A postal code in capitals with ASCII digits, without spaces and dashes. */
export const normalizePostalCode = (code: string) => toAsciiDigits(code).replace(/[\s-]/g, "").toUpperCase();
