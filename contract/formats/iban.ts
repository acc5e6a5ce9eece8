const pattern = /^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/;

/** Whether a text is an IBAN with right check digits (ISO 13616): letters count from 10, and the rest of 97 must be 1. */
export function isIban(text: string): boolean {
  const iban = text.replaceAll(" ", "").toUpperCase();
  if (!pattern.test(iban)) return false;
  let rest = 0;
  for (const letter of iban.slice(4) + iban.slice(0, 4)) {
    const value = Number.parseInt(letter, 36);
    rest = (rest * (value > 9 ? 100 : 10) + value) % 97;
  }
  return rest === 1;
}

/** An IBAN in capitals and groups of four, as it is shown and printed everywhere. */
export const formatIban = (iban: string): string =>
  iban
    .replaceAll(" ", "")
    .toUpperCase()
    .replace(/.{4}(?=.)/g, "$& ");
