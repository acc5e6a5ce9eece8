import {
  type Bitmap,
  clearBit,
  countBits,
  countIntersection,
  createBitmap,
  forEachBit,
  hasBit,
  setBit,
  unionInto,
} from "./bitmap.ts";
import { selectRange } from "./select-range.ts";

const minRecent = 512;
const blocks = 16;
/** Sorting a position costs about as much as skipping this many. */
const sortCost = 8;

type Positions = Uint32Array<ArrayBuffer>;
type Compare = (one: number, other: number) => number;

interface Order {
  /** Positions in use. */
  live: () => Bitmap;
  /** Compares two positions; 0 only for the same one. */
  comparer: () => Compare;
  /** Sorts positions, lowest first. */
  sort: (positions: Positions) => Positions;
}
/** The positions to page through, their number, and the non-zero words of `bitmap` if these are few. */
interface Wanted {
  bitmap: Bitmap;
  count: number;
  words: number[] | undefined;
}
/** A place in the sorted and the recent positions, and the number of wanted positions before it. */
interface Cursor {
  at: number;
  recentAt: number;
  seen: number;
}
export interface PageRange {
  offset: number;
  limit: number;
  descending: boolean;
}

/** Positions in an order, sorted on first use; later ones are sorted into a short list, merged when it has grown. */
export class SortedIndex {
  readonly #order: Order;
  #sorted: Positions | undefined;
  #recent: Positions = new Uint32Array();
  /** Added since the last use, in no order. */
  #added: number[] = [];
  /** The positions of the first block of the sorted ones, of the first two, and so on. */
  #prefixes: Bitmap[] = [];

  constructor(order: Order) {
    this.#order = order;
  }

  add(position: number) {
    if (this.#sorted) this.#added.push(position);
  }

  /** Sorts in advance, so that the first page need not. */
  prepare() {
    this.#sortedPositions();
  }

  /** The `limit` positions after the first `offset` of those in `bitmap`, which are `count` and in these words only. */
  page(bitmap: Bitmap, count: number, range: PageRange, words?: number[]): number[] {
    if (range.offset >= count) return [];
    const wanted = { bitmap, count, words };
    const steps = (range.limit * this.#order.live().length * 32) / count;
    return sortCost * count < steps ? this.#sortWanted(wanted, range) : this.#walk(wanted, range);
  }

  /** Sorts the wanted positions, if they are few. */
  #sortWanted({ bitmap, count, words }: Wanted, { offset, limit, descending }: PageRange) {
    const positions = positionsIn(bitmap, count, words);
    const compare = this.#order.comparer();
    const inOrder: Compare = descending ? (one, other) => compare(other, one) : compare;
    selectRange(positions, offset, Math.min(count, offset + limit), inOrder);
    return [...positions.subarray(offset, offset + limit)];
  }

  /** Walks through all positions in order until the page is full, if many are wanted. */
  #walk(wanted: Wanted, { offset, limit, descending }: PageRange) {
    const sorted = this.#sortedPositions();
    const compare = this.#order.comparer();
    const recent = this.#recent.filter((position) => hasBit(wanted.bitmap, position));
    const step = descending ? -1 : 1;
    let { at, recentAt, seen } = this.#findStart(wanted, recent, { offset, descending });
    const found: number[] = [];
    while (found.length < limit && seen < wanted.count) {
      at = this.#nextWanted(wanted, at, step);
      const next = sorted[at];
      const nextRecent = recent[recentAt];
      const takeRecent = next === undefined || (nextRecent !== undefined && compare(nextRecent, next) * step < 0);
      if (takeRecent) recentAt += step;
      else at += step;
      if (seen++ >= offset) found.push((takeRecent ? nextRecent : next) as number);
    }
    return found;
  }

  /** The first wanted place from `from` on; blocks without any are skipped. */
  #nextWanted(wanted: Wanted, from: number, step: number) {
    const sorted = this.#sortedPositions();
    const size = blockSize(sorted);
    let at = from;
    while (at >= 0 && at < sorted.length) {
      const block = Math.floor(at / size);
      const end = step < 0 ? block * size - 1 : Math.min((block + 1) * size, sorted.length);
      at = findInBlock(sorted, wanted.bitmap, { from: at, end, step });
      if (at !== end) break;
      at = step < 0 ? this.#lastBefore(wanted, block) : this.#firstFrom(wanted, block + 1);
    }
    return at;
  }

  /** The start of the first block from `block` on that contains a wanted position. */
  #firstFrom(wanted: Wanted, block: number) {
    const sorted = this.#sortedPositions();
    const size = blockSize(sorted);
    const blockCount = Math.ceil(sorted.length / size);
    const before = this.#countBefore(wanted, block);
    const first = binarySearch(blockCount, (at) => at >= block && this.#countBefore(wanted, at + 1) > before);
    return Math.min(first * size, sorted.length);
  }

  /** The end of the last block before `block` that contains a wanted position. */
  #lastBefore(wanted: Wanted, block: number) {
    const before = this.#countBefore(wanted, block);
    const end = binarySearch(block, (at) => this.#countBefore(wanted, at) === before);
    return end * blockSize(this.#sortedPositions()) - 1;
  }

  #countBefore({ bitmap, words }: Wanted, block: number) {
    if (block === 0) return 0;
    return countIntersection(bitmap, this.#prefixBitmaps(this.#sortedPositions())[block - 1] as Bitmap, words);
  }

  /** The last block boundary with at most `offset` wanted positions before it. */
  #findStart(wanted: Wanted, recent: Positions, { offset, descending }: Omit<PageRange, "limit">): Cursor {
    const sorted = this.#sortedPositions();
    const size = blockSize(sorted);
    const blockCount = Math.ceil(sorted.length / size);
    const cursorAt = (block: number) => this.#cursorAt(wanted, recent, { block, descending });
    // Most pages begin in the first block.
    if ((offset * sorted.length) / wanted.count < size) return cursorAt(descending ? blockCount : 0);
    const block = descending
      ? binarySearch(blockCount, (at) => cursorAt(at).seen <= offset)
      : binarySearch(blockCount, (at) => cursorAt(at + 1).seen > offset);
    return cursorAt(block);
  }

  #cursorAt(wanted: Wanted, recent: Positions, { block, descending }: { block: number; descending: boolean }): Cursor {
    const sorted = this.#sortedPositions();
    const compare = this.#order.comparer();
    const at = Math.min(block * blockSize(sorted), sorted.length);
    const isBeyond = (place: number) => compare(recent[place] as number, sorted[at] as number) > 0;
    const smaller = at === sorted.length ? recent.length : binarySearch(recent.length, isBeyond);
    const recentAt = block === 0 && !descending ? 0 : smaller;
    if (descending && at === sorted.length) return { at: at - 1, recentAt: recentAt - 1, seen: 0 };
    const before = this.#countBefore(wanted, block) + recentAt;
    return descending
      ? { at: at - 1, recentAt: recentAt - 1, seen: wanted.count - before }
      : { at, recentAt, seen: before };
  }

  /** Adds all positions up to the first for which `isBeyond` holds to the empty `bitmap`. */
  addUntil(bitmap: Bitmap, isBeyond: (position: number) => boolean) {
    const sorted = this.#sortedPositions();
    const end = binarySearch(sorted.length, (at) => isBeyond(sorted[at] as number));
    const size = blockSize(sorted);
    const nearest = Math.round(end / size);
    const boundary = Math.min(nearest * size, sorted.length);
    if (nearest > 0) unionInto(bitmap, this.#prefixBitmaps(sorted)[nearest - 1] as Bitmap);
    for (let at = boundary; at < end; at++) setBit(bitmap, sorted[at] as number);
    for (let at = end; at < boundary; at++) clearBit(bitmap, sorted[at] as number);
    const recentEnd = binarySearch(this.#recent.length, (at) => isBeyond(this.#recent[at] as number));
    for (let at = 0; at < recentEnd; at++) setBit(bitmap, this.#recent[at] as number);
  }

  #prefixBitmaps(sorted: Positions) {
    if (this.#prefixes.length > 0) return this.#prefixes;
    const size = blockSize(sorted);
    const bitmap = createBitmap(this.#order.live().length * 32);
    sorted.forEach((position, at) => {
      setBit(bitmap, position);
      if ((at + 1) % size === 0 || at + 1 === sorted.length) this.#prefixes.push(bitmap.slice());
    });
    return this.#prefixes;
  }

  #sortedPositions(): Positions {
    if (!this.#sorted) {
      const live = this.#order.live();
      this.#sorted = this.#order.sort(positionsIn(live, countBits(live)));
    }
    if (this.#added.length > 0) this.#sorted = this.#mergeAdded(this.#sorted);
    return this.#sorted;
  }

  /** Merges the added positions into the recent ones, and these into the sorted ones when they are many. */
  #mergeAdded(sorted: Positions): Positions {
    const added = Uint32Array.from(this.#added).sort(this.#order.comparer());
    const recent = this.#merge(this.#recent, added);
    const isShort = recent.length <= Math.max(minRecent, sorted.length / 64);
    this.#added = [];
    this.#recent = isShort ? recent : new Uint32Array();
    if (isShort) return sorted;
    this.#prefixes = [];
    return this.#merge(sorted, recent);
  }

  /** Merges two sorted lists; positions no longer in use are left out. */
  #merge(many: Positions, few: Positions): Positions {
    const live = this.#order.live();
    const compare = this.#order.comparer();
    const merged = new Uint32Array(many.length + few.length);
    let size = 0;
    let fewAt = 0;
    const append = (position: number) => {
      if (hasBit(live, position)) merged[size++] = position;
    };
    for (const position of many) {
      while (fewAt < few.length && compare(few[fewAt] as number, position) < 0) append(few[fewAt++] as number);
      append(position);
    }
    while (fewAt < few.length) append(few[fewAt++] as number);
    return merged.slice(0, size);
  }
}

function positionsIn(bitmap: Bitmap, count: number, words?: number[]): Positions {
  const positions = new Uint32Array(count);
  let at = 0;
  forEachBit(bitmap, (position) => void (positions[at++] = position), words);
  return positions;
}

/** The first place between `from` and `end` whose position is wanted; `end` where there is none. */
function findInBlock(
  sorted: Positions,
  wanted: Bitmap,
  { from, end, step }: { from: number; end: number; step: number },
) {
  let at = from;
  while (at !== end) {
    const position = sorted[at] as number;
    // hasBit inlined: long lists spend most of their time in this loop.
    if ((((wanted[position >>> 5] as number) >>> (position & 31)) & 1) === 1) break;
    at += step;
  }
  return at;
}

const blockSize = (sorted: Positions) => Math.ceil(sorted.length / blocks) || 1;

/** The smallest number below `end` from which on the condition holds; `end` where there is none. */
export function binarySearch(end: number, condition: (at: number) => boolean): number {
  let [low, high] = [0, end];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (condition(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
}
