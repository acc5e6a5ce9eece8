/** A set of small integers, one bit each. Signed words are the fastest in JavaScript. */
export type Bitmap = Int32Array<ArrayBuffer>;

const word = (bits: Bitmap, at: number) => bits[at] as number;

/** An empty bitmap for numbers below `numbers`. */
export const createBitmap = (numbers: number): Bitmap => new Int32Array((numbers + 31) >>> 5);

/** Adds a number; ignored beyond the end of the bitmap. */
export function setBit(bits: Bitmap, number: number) {
  if (number >>> 5 < bits.length) bits[number >>> 5] = word(bits, number >>> 5) | (1 << (number & 31));
}

export function clearBit(bits: Bitmap, number: number) {
  if (number >>> 5 < bits.length) bits[number >>> 5] = word(bits, number >>> 5) & ~(1 << (number & 31));
}

export const hasBit = (bits: Bitmap, number: number) => (((bits[number >>> 5] ?? 0) >>> (number & 31)) & 1) === 1;

/** Adds all numbers of the other bitmap. */
export function unionInto(bits: Bitmap, other: Bitmap) {
  const end = Math.min(bits.length, other.length);
  for (let at = 0; at < end; at++) bits[at] = word(bits, at) | word(other, at);
}

/** Removes numbers that are not in the other. `words` are the indexes of the only non-zero words, if known. */
export function intersectInto(bits: Bitmap, other: Bitmap, words?: number[]) {
  if (words) {
    for (const at of words) bits[at] = word(bits, at) & (other[at] ?? 0);
    return;
  }
  const end = Math.min(bits.length, other.length);
  for (let at = 0; at < end; at++) bits[at] = word(bits, at) & word(other, at);
  bits.fill(0, end);
}

/** Removes all numbers of the other bitmap. */
export function subtractFrom(bits: Bitmap, other: Bitmap) {
  const end = Math.min(bits.length, other.length);
  for (let at = 0; at < end; at++) bits[at] = word(bits, at) & ~word(other, at);
}

/** A copy for numbers below `numbers`. */
export function growBitmap(bits: Bitmap, numbers: number): Bitmap {
  const grown = createBitmap(numbers);
  grown.set(bits);
  return grown;
}

/** How many bits of a word are set. */
function countOnes(bits: number) {
  const pairs = bits - ((bits >>> 1) & 0x55555555);
  const fours = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333);
  return Math.imul((fours + (fours >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}

export const countBits = (bits: Bitmap) => countIntersection(bits, bits);

/**
 * The indexes of the non-zero words of a bitmap when they are few, so that others can be intersected with these words
 * only; undefined when they are many. `among` are indexes that include all of them.
 */
export function findWords(bits: Bitmap, among?: number[]): number[] | undefined {
  if (among) return among.filter((at) => bits[at] !== 0);
  const words: number[] = [];
  const most = bits.length / 8;
  if (isDense(bits, most)) return undefined;
  for (let at = 0; at < bits.length; at++) {
    if (bits[at] === 0) continue;
    if (words.length >= most) return undefined;
    words.push(at);
  }
  return words;
}

/** Whether many more than `most` words are non-zero, estimated from a sample. */
function isDense(bits: Bitmap, most: number) {
  let seen = 0;
  for (let at = 0; at < bits.length; at += sampleStep) if (bits[at] !== 0) seen++;
  return seen * sampleStep > 2 * most + 64 * sampleStep;
}

const sampleStep = 61;

/** How many numbers are in both. `words` are the indexes of the only non-zero words of one of them, if known. */
export function countIntersection(one: Bitmap, other: Bitmap, words?: number[]): number {
  if (!words) return countDense(one, other);
  let count = 0;
  const end = Math.min(one.length, other.length);
  for (const at of words) if (at < end) count += countOnes(word(one, at) & word(other, at));
  return count;
}

/** Whether any number is in both. */
export function intersects(one: Bitmap, other: Bitmap): boolean {
  const end = Math.min(one.length, other.length);
  for (let at = 0; at < end; at++) if ((word(one, at) & word(other, at)) !== 0) return true;
  return false;
}

/** Adds four words at a time bit by bit (Harley-Seal), so that fewer bits have to be counted. */
function countDense(one: Bitmap, other: Bitmap): number {
  const end = Math.min(one.length, other.length);
  const even = end & ~3;
  let count = 0;
  let single = 0;
  let double = 0;
  for (let at = 0; at < even; at += 4) {
    const a = word(one, at) & word(other, at);
    const b = word(one, at + 1) & word(other, at + 1);
    const c = word(one, at + 2) & word(other, at + 2);
    const d = word(one, at + 3) & word(other, at + 3);
    const ab = single ^ a;
    const first = (single & a) | (ab & b);
    single = ab ^ b;
    const cd = single ^ c;
    const second = (single & c) | (cd & d);
    single = cd ^ d;
    const sum = double ^ first;
    count += 4 * countOnes((double & first) | (sum & second));
    double = sum ^ second;
  }
  for (let at = even; at < end; at++) count += countOnes(word(one, at) & word(other, at));
  return count + countOnes(single) + 2 * countOnes(double);
}

/** Bitmaps for intermediate results, reused by the next query: garbage collection would cost more than a query. */
export class BitmapPool {
  #sets: Bitmap[] = [];
  #taken = 0;
  #length = 0;

  /** Makes all bitmaps available again, now for numbers below `numbers`. */
  reset(numbers: number) {
    this.#taken = 0;
    const length = (numbers + 31) >>> 5;
    if (length !== this.#length) this.#sets = [];
    this.#length = length;
  }

  empty(): Bitmap {
    return this.#take().fill(0);
  }

  copy(bits: Bitmap): Bitmap {
    const taken = this.empty();
    taken.set(bits.subarray(0, this.#length));
    return taken;
  }

  /** The numbers in both, as a new bitmap. */
  intersection(one: Bitmap, other: Bitmap): Bitmap {
    const taken = this.#take();
    const end = Math.min(taken.length, one.length, other.length);
    for (let at = 0; at < end; at++) taken[at] = word(one, at) & word(other, at);
    return taken.fill(0, end);
  }

  #take(): Bitmap {
    const taken = this.#sets[this.#taken] ?? new Int32Array(this.#length);
    this.#sets[this.#taken++] = taken;
    return taken;
  }
}

/** Visits the numbers in ascending order. `words` are the indexes of the only non-zero words, if known. */
export function forEachBit(bits: Bitmap, visit: (number: number) => void, words?: number[]) {
  const end = words ? words.length : bits.length;
  for (let place = 0; place < end; place++) {
    const at = words ? (words[place] as number) : place;
    for (let rest = word(bits, at); rest !== 0; rest &= rest - 1) visit(at * 32 + 31 - Math.clz32(rest & -rest));
  }
}
