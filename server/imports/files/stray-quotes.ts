/** Whether a row has a quote that neither encloses a cell nor is doubled inside one. One pass over the text. */
export function hasStrayQuote(raw: string, delimiter: string): boolean {
  if (!raw.includes('"')) return false;
  let at = raw.startsWith("\ufeff") ? 1 : 0;
  while (at < raw.length) {
    if (raw[at] === '"') {
      const closing = findClosingQuote(raw, at + 1);
      if (closing < 0 || !isCellEnd(raw, closing + 1, delimiter)) return true;
      at = closing + 2;
    } else {
      const next = raw.indexOf(delimiter, at);
      const end = next < 0 ? raw.length : next;
      const quote = raw.indexOf('"', at);
      if (quote < 0) return false;
      if (quote < end) return true;
      at = end + 1;
    }
  }
  return false;
}

/** The next quote that is not doubled; -1 without one. */
function findClosingQuote(raw: string, from: number): number {
  for (let quote = raw.indexOf('"', from); quote >= 0; quote = raw.indexOf('"', quote + 2))
    if (raw[quote + 1] !== '"') return quote;
  return -1;
}

const isCellEnd = (raw: string, at: number, delimiter: string) =>
  at >= raw.length || raw[at] === delimiter || raw[at] === "\r" || raw[at] === "\n";

/** The cells of a row whose quotes end a cell only where the cell ends. Each character is looked at a few times at most. */
export function splitWithStrayQuotes(raw: string, delimiter: string): string[] {
  const line = withoutLineEnd(raw);
  const closing = listClosingQuotes(line, delimiter);
  const cells: string[] = [];
  let passed = 0;
  let at = raw.startsWith("\ufeff") ? 1 : 0;
  while (at < line.length) {
    const opening = skipSpace(line, at, delimiter);
    while (passed < closing.length && (closing[passed]?.quote ?? 0) <= opening) passed++;
    const end = line[opening] === '"' ? closing[passed] : undefined;
    if (end) {
      cells.push(line.slice(opening + 1, end.quote).replaceAll('""', '"'));
      at = end.next;
    } else {
      const next = line.indexOf(delimiter, at);
      cells.push(line.slice(at, next < 0 ? line.length : next));
      at = next < 0 ? line.length : next + 1;
    }
  }
  return cells;
}

function withoutLineEnd(raw: string): string {
  let end = raw.length;
  while (end > 0 && (raw[end - 1] === "\n" || raw[end - 1] === "\r")) end--;
  return raw.slice(0, end);
}

// Not a tab that separates.
const isSpace = (character: string | undefined, delimiter: string) =>
  character !== undefined && character !== delimiter && /\s/.test(character);

function skipSpace(line: string, from: number, delimiter: string): number {
  let at = from;
  while (isSpace(line[at], delimiter)) at++;
  return at;
}

/** The quotes before the end of a cell, in order, each with where the next cell begins. */
function listClosingQuotes(line: string, delimiter: string): { quote: number; next: number }[] {
  const found: { quote: number; next: number }[] = [];
  let next: number | undefined = line.length;
  for (let at = line.length - 1; at >= 0; at--) {
    const character = line[at];
    if (character === delimiter) next = at + 1;
    else if (character === '"') {
      if (next !== undefined) found.push({ quote: at, next });
      next = undefined;
    } else if (!isSpace(character, delimiter)) next = undefined;
  }
  return found.reverse();
}
