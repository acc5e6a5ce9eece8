/** The text with the digits of every script as 0 to 9: keyboards for Arabic, Persian or Hindi write their own. */
export const toAsciiDigits = (text: string) => text.replace(/\p{Nd}/gu, worth);

/** Digits come in tens, from the zero to the nine: https://www.unicode.org/policies/stability_policy.html */
function worth(digit: string) {
  let before = 0;
  while (/\p{Nd}/u.test(String.fromCodePoint((digit.codePointAt(0) ?? 0) - before - 1))) before++;
  return String(before % 10);
}
