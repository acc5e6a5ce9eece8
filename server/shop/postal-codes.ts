/** A postal code without what people write differently: spaces, dashes and small letters. */
export const plainPostalCode = (code: string) => code.replace(/[\s-]/g, "").toUpperCase();
