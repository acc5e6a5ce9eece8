const [quote, backslash] = [0x22, 0x5c];
const [openBrace, closeBrace, openBracket, closeBracket] = [0x7b, 0x7d, 0x5b, 0x5d];

/** More than any endpoint or file needs, and far below the limits of the stack. */
const maxLevels = 100;

/** Whether JSON text is nested so deep that recursive code could exhaust the stack. */
export function isTooDeep(json: string): boolean {
  let level = 0;
  let isInString = false;
  for (let at = 0; at < json.length; at++) {
    const character = json.charCodeAt(at);
    if (isInString) {
      if (character === backslash) at++;
      else if (character === quote) isInString = false;
    } else if (character === quote) isInString = true;
    else if (character === openBrace || character === openBracket) {
      if (++level > maxLevels) return true;
    } else if (character === closeBrace || character === closeBracket) level--;
  }
  return false;
}
