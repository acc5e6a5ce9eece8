/** "S, M; L" are three values; "1,5 l" is one. */
export const splitValues = (text: string) =>
  text
    .split(/,\s+|;|\n/)
    .map((label) => label.trim())
    .filter((label) => label !== "");
