import { arrange } from "./select-range.ts";
import { type Bits, bitsFor, countBits, countBoth, eachBit, hasBit, join, putBit, takeBit } from "./bitmap.ts";
import { type Column, stably } from "./radix-sort.ts";

const mostAside = 512;
const markedParts = 16;
/** Choosing among wanted slots costs so many times what a step past an unwanted one does. */
const choosing = 8;

/** The slots asked about, how many they are, and where they are when that is in few places. */
interface Wanted {
  bits: Bits;
  count: number;
  places: number[] | undefined;
}
/** A place in the order and beside it, and how many wanted slots lie before. */
interface Place {
  at: number;
  beside: number;
  seen: number;
}
interface Part {
  offset: number;
  limit: number;
  falling: boolean;
}

/**
 * Slots in the order of some columns, the lowest first; equal ones by the last column, which is that of the ids. Made when
 * first asked for. What is added later waits aside in its own order, until there is so much of it that all is sorted anew.
 */
export class SlotOrder {
  readonly #columns: () => readonly Column[];
  readonly #live: () => Bits;
  #sorted: Uint32Array<ArrayBuffer> | undefined;
  #aside: number[] = [];
  #marks: Bits[] = [];

  /** `live` are the slots there are. */
  constructor(live: () => Bits, columns: () => readonly Column[]) {
    this.#live = live;
    this.#columns = columns;
  }

  add(slot: number) {
    if (!this.#sorted) return;
    if (this.#aside.length >= Math.max(mostAside, this.#sorted.length / 64)) this.forget();
    else this.#aside.splice(this.#asideBefore(slot), 0, slot);
  }

  /** All is sorted anew when next asked for. */
  forget() {
    this.#sorted = undefined;
  }

  /** The slots among `bits` (which are `count`, and in these places) from the `offset`th on, at most `limit`. */
  page(bits: Bits, count: number, part: Part, places?: number[]): number[] {
    if (part.offset >= count) return [];
    const wanted = { bits, count, places };
    const steps = (part.limit * this.#live().length * 32) / count;
    return choosing * count < steps ? this.#chosen(wanted, part) : this.#walked(wanted, part);
  }

  /** Where few are wanted, these are sorted. */
  #chosen({ bits, count, places }: Wanted, { offset, limit, falling }: Part) {
    const slots = new Uint32Array(count);
    let at = 0;
    eachBit(
      bits,
      (slot) => {
        slots[at++] = slot;
      },
      places,
    );
    const columns = this.#columns();
    const order = (one: number, other: number) =>
      falling ? compare(columns, other, one) : compare(columns, one, other);
    arrange(slots, offset, Math.min(count, offset + limit), order);
    return [...slots.subarray(offset, offset + limit)];
  }

  /** Where many are wanted, the next of them come soon in the order of all. */
  #walked(wanted: Wanted, { offset, limit, falling }: Part) {
    const sorted = this.#inOrder();
    const columns = this.#columns();
    const aside = this.#aside.filter((slot) => hasBit(wanted.bits, slot));
    const step = falling ? -1 : 1;
    let { at, beside, seen } = this.#begin(wanted, aside, { offset, falling });
    const found: number[] = [];
    while (found.length < limit && seen < wanted.count) {
      at = this.#next(wanted, at, step);
      const main = sorted[at];
      const other = aside[beside];
      const takeOther = main === undefined || (other !== undefined && compare(columns, other, main) * step < 0);
      if (takeOther) beside += step;
      else at += step;
      if (seen++ >= offset) found.push((takeOther ? other : main) as number);
    }
    return found;
  }

  /** Where the next wanted slot is, this place or one after it. Parts in which there is none are not walked through. */
  #next(wanted: Wanted, from: number, step: number) {
    const sorted = this.#inOrder();
    const part = partOf(sorted);
    let at = from;
    while (at >= 0 && at < sorted.length) {
      const mark = Math.floor(at / part);
      const end = step < 0 ? mark * part - 1 : Math.min((mark + 1) * part, sorted.length);
      at = wantedBefore(end, { at, step, sorted, wanted: wanted.bits });
      if (at !== end) break;
      at = step < 0 ? this.#lastBefore(wanted, mark) : this.#firstFrom(wanted, mark + 1);
    }
    return at;
  }

  /** The first place of the first part from `mark` on in which a slot is wanted. */
  #firstFrom(wanted: Wanted, mark: number) {
    const sorted = this.#inOrder();
    const part = partOf(sorted);
    const last = Math.ceil(sorted.length / part);
    const before = this.#countBefore(wanted, mark);
    const first = firstWhere(last, (at) => at >= mark && this.#countBefore(wanted, at + 1) > before);
    return Math.min(first * part, sorted.length);
  }

  /** The last place of the last part before `mark` in which a slot is wanted. */
  #lastBefore(wanted: Wanted, mark: number) {
    const before = this.#countBefore(wanted, mark);
    const end = firstWhere(mark, (at) => this.#countBefore(wanted, at) === before);
    return end * partOf(this.#inOrder()) - 1;
  }

  /** How many slots in the parts before this one are wanted. */
  #countBefore({ bits, places }: Wanted, mark: number) {
    return mark === 0 ? 0 : countBoth(bits, this.#marked(this.#inOrder())[mark - 1] as Bits, places);
  }

  /** Where a page may be looked for: at the last mark that has no more than `offset` wanted slots before it. */
  #begin(wanted: Wanted, aside: number[], { offset, falling }: Omit<Part, "limit">): Place {
    const sorted = this.#inOrder();
    const columns = this.#columns();
    const part = partOf(sorted);
    const last = Math.ceil(sorted.length / part);
    const placeAt = (mark: number): Place => {
      const at = Math.min(mark * part, sorted.length);
      const isBeyond = (place: number) => compare(columns, aside[place] as number, sorted[at] as number) > 0;
      const behind = at === sorted.length ? aside.length : firstWhere(aside.length, isBeyond);
      const beside = mark === 0 && !falling ? 0 : behind;
      if (falling && at === sorted.length) return { at: at - 1, beside: beside - 1, seen: 0 };
      const before = this.#countBefore(wanted, mark) + beside;
      return falling ? { at: at - 1, beside: beside - 1, seen: wanted.count - before } : { at, beside, seen: before };
    };
    // Most pages begin in the first part.
    if ((offset * sorted.length) / wanted.count < part) return placeAt(falling ? last : 0);
    const mark = falling
      ? firstWhere(last, (at) => placeAt(at).seen <= offset)
      : firstWhere(last, (at) => placeAt(at + 1).seen > offset);
    return placeAt(mark);
  }

  /** Puts the slots into `bits` (empty so far) whose number in the first column is at most `most`. */
  addUpTo(bits: Bits, most: number) {
    const sorted = this.#inOrder();
    const [column] = this.#columns() as [Column];
    const end = firstWhere(sorted.length, (at) => (column[sorted[at] as number] as number) > most);
    const part = partOf(sorted);
    const nearest = Math.round(end / part);
    const marked = Math.min(nearest * part, sorted.length);
    if (nearest > 0) join(bits, this.#marked(sorted)[nearest - 1] as Bits);
    for (let at = marked; at < end; at++) putBit(bits, sorted[at] as number);
    for (let at = end; at < marked; at++) takeBit(bits, sorted[at] as number);
    const aside = this.#firstAside((slot) => (column[slot] as number) > most);
    for (let at = 0; at < aside; at++) putBit(bits, this.#aside[at] as number);
  }

  #asideBefore(slot: number) {
    const columns = this.#columns();
    return this.#firstAside((other) => compare(columns, other, slot) > 0);
  }

  #firstAside(isBeyond: (slot: number) => boolean) {
    return firstWhere(this.#aside.length, (at) => isBeyond(this.#aside[at] as number));
  }

  /** The slots of the first part of the order, of the first two, and so on. */
  #marked(sorted: Uint32Array) {
    if (this.#marks.length > 0) return this.#marks;
    const part = partOf(sorted);
    const bits = bitsFor(this.#live().length * 32);
    sorted.forEach((slot, at) => {
      putBit(bits, slot);
      if ((at + 1) % part === 0 || at + 1 === sorted.length) this.#marks.push(bits.slice());
    });
    return this.#marks;
  }

  #inOrder() {
    this.#sorted ??= this.#sort();
    return this.#sorted;
  }

  #sort() {
    this.#aside = [];
    this.#marks = [];
    const live = this.#live();
    let slots = new Uint32Array(countBits(live));
    let at = 0;
    eachBit(live, (slot) => {
      slots[at++] = slot;
    });
    for (const column of this.#columns().toReversed()) slots = stably(slots, column);
    return slots;
  }
}

function compare(columns: readonly Column[], one: number, other: number) {
  for (let at = 0; at < columns.length; at++) {
    const column = columns[at] as Column;
    const difference = (column[one] as number) - (column[other] as number);
    if (difference !== 0) return difference;
  }
  return 0;
}

interface Walk {
  at: number;
  step: number;
  sorted: Uint32Array;
  wanted: Bits;
}

/** The first place from `at` on at which a wanted slot is, `end` where there is none before it. */
function wantedBefore(end: number, { at: from, step, sorted, wanted }: Walk) {
  let at = from;
  while (at !== end) {
    const slot = sorted[at] as number;
    if ((((wanted[slot >>> 5] as number) >>> (slot & 31)) & 1) === 1) break;
    at += step;
  }
  return at;
}

/** How many slots lie between two marks. */
const partOf = (sorted: Uint32Array) => Math.ceil(sorted.length / markedParts) || 1;

/** The first place below `end` for which this is true, when it is false before and true after. */
export function firstWhere(end: number, isSo: (at: number) => boolean): number {
  let [low, high] = [0, end];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (isSo(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
}
