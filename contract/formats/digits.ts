/** Replaces digits of all scripts by 0 to 9, as typed on Arabic, Persian or Hindi keyboards. */
export const toAsciiDigits = (text: string) => text.replace(/\p{Nd}/gu, valueOf);

/** Unicode digits come in runs of ten, zero first: https://www.unicode.org/policies/stability_policy.html */
function valueOf(digit: string) {
  let before = 0;
  while (/\p{Nd}/u.test(String.fromCodePoint((digit.codePointAt(0) ?? 0) - before - 1))) before++;
  return String(before % 10);
}
