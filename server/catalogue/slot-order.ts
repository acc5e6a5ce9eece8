import { type Bits, bitsFor, countBits, countBoth, eachBit, hasBit, join, putBit } from "./bits.ts";

/** A number for each slot. */
export type Column = Float64Array<ArrayBuffer>;

const mostAside = 512;
const markedParts = 32;
/** So few slots are sooner sorted than looked for among all. */
const fewWanted = 500;

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
    if (this.#aside.length >= Math.max(mostAside, this.#sorted.length / 64)) this.#sorted = undefined;
    else this.#aside.splice(this.#asideBefore(slot), 0, slot);
  }

  /** The slots among `wanted` (which are `count`) from the `offset`th on, at most `limit`. */
  page(wanted: Bits, count: number, part: Part): number[] {
    if (part.offset >= count) return [];
    return count <= fewWanted ? this.#sortedOut(wanted, part) : this.#walked(wanted, count, part);
  }

  /** Where few are wanted, these are sorted. */
  #sortedOut(wanted: Bits, { offset, limit, falling }: Part) {
    const slots: number[] = [];
    eachBit(wanted, (slot) => slots.push(slot));
    const columns = this.#columns();
    slots.sort((one, other) => (falling ? compare(columns, other, one) : compare(columns, one, other)));
    return slots.slice(offset, offset + limit);
  }

  /** Where many are wanted, the next of them come soon in the order of all. */
  #walked(wanted: Bits, count: number, part: Part) {
    const { offset, limit, falling } = part;
    const sorted = this.#inOrder();
    const columns = this.#columns();
    const aside = this.#aside;
    const step = falling ? -1 : 1;
    let { at, beside, seen } = this.#begin(wanted, count, part);
    const found: number[] = [];
    while (found.length < limit && seen < count) {
      const main = sorted[at];
      const other = aside[beside];
      const takeOther = main === undefined || (other !== undefined && compare(columns, other, main) * step < 0);
      const slot = (takeOther ? other : main) as number;
      if (takeOther) beside += step;
      else at += step;
      if (hasBit(wanted, slot) && seen++ >= offset) found.push(slot);
    }
    return found;
  }

  /** Where a page may be looked for: at the last mark that has no more than `offset` wanted slots before it. */
  #begin(wanted: Bits, count: number, { offset, falling }: Part): Place {
    const sorted = this.#inOrder();
    const part = partOf(sorted);
    const last = Math.ceil(sorted.length / part);
    const placeAt = (mark: number): Place => {
      const at = Math.min(mark * part, sorted.length);
      const beside = at === sorted.length ? this.#aside.length : this.#asideBefore(sorted[at] as number);
      const marked = mark === 0 ? 0 : countBoth(wanted, this.#marked(sorted)[mark - 1] as Bits);
      const before = marked + this.#aside.slice(0, beside).filter((slot) => hasBit(wanted, slot)).length;
      return falling ? { at: at - 1, beside: beside - 1, seen: count - before } : { at, beside, seen: before };
    };
    // Most pages begin in the first part.
    if ((offset * sorted.length) / count < part) return placeAt(falling ? last : 0);
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
    const marked = Math.floor(end / part);
    if (marked > 0) join(bits, this.#marked(sorted)[marked - 1] as Bits);
    for (let at = marked * part; at < end; at++) putBit(bits, sorted[at] as number);
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
  for (const column of columns) {
    const difference = (column[one] as number) - (column[other] as number);
    if (difference !== 0) return difference;
  }
  return 0;
}

/** How many slots lie between two marks. */
const partOf = (sorted: Uint32Array) => Math.ceil(sorted.length / markedParts) || 1;

/** The slots in the order of a column; those with the same number stay as they are. */
function stably(slots: Uint32Array<ArrayBuffer>, column: Column) {
  const [high, low] = [new Uint32Array(slots.length), new Uint32Array(slots.length)];
  const number = new Float64Array(1);
  const halves = new Uint32Array(number.buffer);
  slots.forEach((slot, at) => {
    number[0] = column[slot] as number;
    const [below = 0, above = 0] = halves;
    // As whole numbers the bits of floating point numbers have their order, once those of negative ones are turned round.
    const turn = above >>> 31 === 1 ? 0xffffffff : 0;
    high[at] = above ^ (turn || 0x80000000);
    low[at] = below ^ turn;
  });
  const byLow = placesBy(low);
  const byHigh = placesBy(byLow.map((place) => high[place] as number));
  return byHigh.map((place) => slots[byLow[place] as number] as number);
}

/** The places of these numbers from the lowest number to the highest, equal ones as they come. */
function placesBy(numbers: Uint32Array<ArrayBuffer>) {
  const pairs = new BigUint64Array(numbers.length);
  const halves = new Uint32Array(pairs.buffer);
  numbers.forEach((number, at) => {
    halves[2 * at] = at;
    halves[2 * at + 1] = number;
  });
  pairs.sort();
  return numbers.map((_, at) => halves[2 * at] as number);
}

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
