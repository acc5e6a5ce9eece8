import { type Bits, narrow, type Scratch } from "./bitmap.ts";
import type { Mend } from "./dictionary-oracle.fixture.ts";
import { firstWhere } from "./sorted-index.ts";
import { SlotSet } from "./position-set.ts";

/** What a search asks for: one of these words, or with `begins` one that begins with one of them. */
export interface Term {
  words: string[];
  begins: boolean;
}

/** What a product is found by. */
interface ProductWords {
  /** Words of its name, brand, tags and categories, and of what is said beside these. */
  named: readonly string[];
  beside: readonly string[];
  /** The first word of its name. */
  first: string;
}
interface Entry {
  word: string;
  /** It occurs in a name, a brand, a tag or a category, not only in what is said beside it. */
  named: boolean;
  /** The products found by it, and those whose name it begins. */
  slots: SlotSet;
  first: SlotSet | undefined;
}

/** The words of the shop in order of their letters, each with its products. */
export class Lexicon {
  readonly #entries = new Map<string, Entry>();
  #sorted: Entry[] | undefined;
  #pieces: Map<string, Entry[]> | undefined;

  /** Adds a product, its slot above all others. */
  add(slot: number, { named, beside, first }: ProductWords) {
    for (const word of named) this.#meet(word).named = true;
    for (const word of new Set([...named, ...beside])) this.#meet(word).slots.add(slot);
    if (first === "") return;
    const entry = this.#meet(first);
    entry.first ??= new SlotSet();
    entry.first.add(slot);
  }

  #meet(word: string): Entry {
    const known = this.#entries.get(word);
    if (known) return known;
    const entry: Entry = { word, named: false, slots: new SlotSet(), first: undefined };
    this.#entries.set(word, entry);
    this.#sorted?.splice(this.#rangeOf(word).from, 0, entry);
    if (this.#pieces) addPieces(this.#pieces, entry);
    return entry;
  }

  /** Leaves only the slots that every term finds; `places` are those in which `bits` has some, when these are few. */
  narrow(bits: Bits, terms: readonly Term[], scratch: Scratch, places?: number[]) {
    for (const { words, begins } of terms) {
      const some = scratch.empty();
      for (const word of words)
        for (const entry of begins ? this.#beginning(word) : [this.#entries.get(word)]) entry?.slots.addTo(some);
      narrow(bits, some, places);
    }
  }

  /** Puts in the slots of products whose name begins so. */
  addNamed(bits: Bits, begin: string) {
    for (const { first } of this.#beginning(begin)) first?.addTo(bits);
  }

  /** Whether some product in `live` has a word that begins so. */
  knows(begin: string, live: Bits): boolean {
    return this.#beginning(begin).some(({ slots }) => slots.meets(live));
  }

  /** The commonest words of names of products in `live` that begin so, itself first. */
  completions(begin: string, limit: number, live: Bits): string[] {
    const rank = ({ word, slots }: Entry) => (word === begin ? Number.POSITIVE_INFINITY : slots.size);
    const best: Entry[] = [];
    for (const entry of this.#beginning(begin)) {
      const last = best[limit - 1];
      if (!entry.named || (last && rank(last) >= rank(entry)) || !entry.slots.meets(live)) continue;
      const place = firstWhere(best.length, (at) => rank(best[at] as Entry) < rank(entry));
      best.splice(place, 0, entry);
      best.length = Math.min(best.length, limit);
    }
    return best.map(({ word }) => word);
  }

  /** For each of these spellings of `word` the commonest word that is so or begins so, as far as there is one. */
  spelled(word: string, spellings: readonly string[], live: Bits): Mend[] {
    const sorted = this.#inOrder();
    // A spelling shares its beginning with the word, and so the part of the list it may be in.
    const parts: Range[] = [{ from: 0, to: sorted.length }];
    for (let end = 1; end <= word.length; end++) parts.push(this.#rangeOf(word.slice(0, end), parts[end - 1]));
    return spellings.flatMap((spelling, at) => {
      let shared = 0;
      while (shared < word.length && spelling[shared] === word[shared]) shared++;
      const { from, to } = this.#rangeOf(spelling, parts[shared]);
      if (from === to) return [];
      const [found] = sorted[from]?.word === spelling ? [sorted[from]] : sorted.slice(from, to).sort(commonestFirst);
      if (!found?.slots.meets(live)) return [];
      return { word: found.word, exact: found.word === spelling, products: found.slots.size, place: at + 1 };
    });
  }

  /** Words made of much the same three-letter pieces, most alike first, as `similarity` of pg_trgm has it. */
  alike(word: string, threshold: number, limit: number, live: Bits): string[] {
    const pieces = piecesOf(word);
    const known = this.#byPiece();
    const shared = new Map<Entry, number>();
    for (const piece of pieces)
      for (const entry of known.get(piece) ?? []) shared.set(entry, (shared.get(entry) ?? 0) + 1);
    const near: { entry: Entry; alike: number }[] = [];
    for (const [entry, both] of shared) {
      if (both < threshold * pieces.size) continue;
      const alike = both / (pieces.size + piecesOf(entry.word).size - both);
      if (alike >= threshold && entry.slots.meets(live)) near.push({ entry, alike });
    }
    near.sort((one, other) => other.alike - one.alike || commonestFirst(one.entry, other.entry));
    return near.slice(0, limit).map(({ entry }) => entry.word);
  }

  #byPiece() {
    if (this.#pieces) return this.#pieces;
    this.#pieces = new Map();
    for (const entry of this.#entries.values()) addPieces(this.#pieces, entry);
    return this.#pieces;
  }

  #inOrder() {
    this.#sorted ??= [...this.#entries.values()].sort((one, other) => (one.word < other.word ? -1 : 1));
    return this.#sorted;
  }

  #beginning(begin: string): Entry[] {
    const { from, to } = this.#rangeOf(begin);
    return this.#inOrder().slice(from, to);
  }

  /** The part of the list, or of a part of it, that begins so. */
  #rangeOf(begin: string, within?: Range): Range {
    const sorted = this.#inOrder();
    const { from, to } = within ?? { from: 0, to: sorted.length };
    const wordAt = (at: number) => (sorted[from + at] as Entry).word;
    const first = firstWhere(to - from, (at) => wordAt(at) >= begin);
    if (first === to - from || !wordAt(first).startsWith(begin)) return { from: from + first, to: from + first };
    const end = firstWhere(to - from, (at) => at > first && !wordAt(at).startsWith(begin));
    return { from: from + first, to: from + end };
  }
}

interface Range {
  from: number;
  to: number;
}

const commonestFirst = (one: Entry, other: Entry) => other.slots.size - one.slots.size;

/** Its pieces of three letters, with two blanks before it and one behind. */
function piecesOf(word: string): Set<string> {
  const letters = [" ", " ", ...word, " "];
  return new Set(letters.slice(2).map((_, at) => letters.slice(at, at + 3).join("")));
}

function addPieces(pieces: Map<string, Entry[]>, entry: Entry) {
  for (const piece of piecesOf(entry.word)) {
    const known = pieces.get(piece);
    if (known) known.push(entry);
    else pieces.set(piece, [entry]);
  }
}
