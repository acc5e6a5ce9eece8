/**
 * A set of small whole numbers, a bit for each: unions, overlaps and counts of a million take microseconds. A shorter
 * one has none of the numbers beyond its end. (Signed words: JavaScript computes with them fastest.)
 */
export type Bitmap = Int32Array<ArrayBuffer>;

const word = (bits: Bitmap, at: number) => bits[at] as number;

/** An empty set with room for the numbers below `numbers`. */
export const createBitmap = (numbers: number): Bitmap => new Int32Array((numbers + 31) >>> 5);

/** Puts a number in; one beyond the end is left out. */
export function setBit(bits: Bitmap, number: number) {
  if (number >>> 5 < bits.length) bits[number >>> 5] = word(bits, number >>> 5) | (1 << (number & 31));
}

export function clearBit(bits: Bitmap, number: number) {
  if (number >>> 5 < bits.length) bits[number >>> 5] = word(bits, number >>> 5) & ~(1 << (number & 31));
}

export const hasBit = (bits: Bitmap, number: number) => (((bits[number >>> 5] ?? 0) >>> (number & 31)) & 1) === 1;

/** Puts in all that are in the other. */
export function unionInto(bits: Bitmap, other: Bitmap) {
  const end = Math.min(bits.length, other.length);
  for (let at = 0; at < end; at++) bits[at] = word(bits, at) | word(other, at);
}

/** Leaves only those that are in the other too; `places` are those in which `bits` has something. */
export function intersectInto(bits: Bitmap, other: Bitmap, places?: number[]) {
  if (places) {
    for (const at of places) bits[at] = word(bits, at) & (other[at] ?? 0);
    return;
  }
  const end = Math.min(bits.length, other.length);
  for (let at = 0; at < end; at++) bits[at] = word(bits, at) & word(other, at);
  bits.fill(0, end);
}

/** Takes out all that are in the other. */
export function subtractFrom(bits: Bitmap, other: Bitmap) {
  const end = Math.min(bits.length, other.length);
  for (let at = 0; at < end; at++) bits[at] = word(bits, at) & ~word(other, at);
}

/** The set with room for more numbers. */
export function growBitmap(bits: Bitmap, numbers: number): Bitmap {
  const grown = createBitmap(numbers);
  grown.set(bits);
  return grown;
}

/** How many ones a word has. */
function countOnes(bits: number) {
  const pairs = bits - ((bits >>> 1) & 0x55555555);
  const fours = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333);
  return Math.imul((fours + (fours >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}

export const countBits = (bits: Bitmap) => countIntersection(bits, bits);

/**
 * Where `bits` has something at all, when that is in few places: so that counting what others share with it is quick.
 * `among` are places in which all of it is.
 */
export function findWords(bits: Bitmap, among?: number[]): number[] | undefined {
  if (among) return among.filter((at) => bits[at] !== 0);
  const places: number[] = [];
  const most = bits.length / 8;
  if (isDense(bits, most)) return undefined;
  for (let at = 0; at < bits.length; at++) {
    if (bits[at] === 0) continue;
    if (places.length >= most) return undefined;
    places.push(at);
  }
  return places;
}

/** Whether something is in many more places than these, going by some of them: looking at all only to give up costs more. */
function isDense(bits: Bitmap, most: number) {
  let seen = 0;
  for (let at = 0; at < bits.length; at += sampleStep) if (bits[at] !== 0) seen++;
  return seen * sampleStep > 2 * most + 64 * sampleStep;
}

const sampleStep = 61;

/** How many numbers are in both; `places` are those of one of them. */
export function countIntersection(one: Bitmap, other: Bitmap, places?: number[]): number {
  if (!places) return countDense(one, other);
  let count = 0;
  const end = Math.min(one.length, other.length);
  for (const at of places) if (at < end) count += countOnes(word(one, at) & word(other, at));
  return count;
}

/** Whether a number is in both. */
export function intersects(one: Bitmap, other: Bitmap): boolean {
  const end = Math.min(one.length, other.length);
  for (let at = 0; at < end; at++) if ((word(one, at) & word(other, at)) !== 0) return true;
  return false;
}

/** Four words are added up digit by digit (Harley and Seal), so that few are counted singly. */
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

/**
 * Sets to work with for a moment: taken one after the other, and all given back at once when the next question begins.
 * Making new ones for every question would keep the garbage collector busy more than the question itself.
 */
export class BitmapPool {
  #sets: Bitmap[] = [];
  #taken = 0;
  #words = 0;

  /** Everything taken so far is free again; sets taken from now on have room for the numbers below `numbers`. */
  reset(numbers: number) {
    this.#taken = 0;
    const words = (numbers + 31) >>> 5;
    if (words !== this.#words) this.#sets = [];
    this.#words = words;
  }

  empty(): Bitmap {
    return this.#take().fill(0);
  }

  copy(bits: Bitmap): Bitmap {
    const taken = this.empty();
    taken.set(bits.subarray(0, this.#words));
    return taken;
  }

  /** What is in both. */
  intersection(one: Bitmap, other: Bitmap): Bitmap {
    const taken = this.#take();
    const end = Math.min(taken.length, one.length, other.length);
    for (let at = 0; at < end; at++) taken[at] = word(one, at) & word(other, at);
    return taken.fill(0, end);
  }

  #take(): Bitmap {
    const taken = this.#sets[this.#taken] ?? new Int32Array(this.#words);
    this.#sets[this.#taken++] = taken;
    return taken;
  }
}

/** Goes through the numbers from the lowest; `places` are those in which there are some. */
export function forEachBit(bits: Bitmap, visit: (number: number) => void, places?: number[]) {
  const end = places ? places.length : bits.length;
  for (let place = 0; place < end; place++) {
    const at = places ? (places[place] as number) : place;
    for (let rest = word(bits, at); rest !== 0; rest &= rest - 1) visit(at * 32 + 31 - Math.clz32(rest & -rest));
  }
}
