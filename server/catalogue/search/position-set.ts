import {
  type Bitmap,
  countIntersection,
  createBitmap,
  growBitmap,
  hasBit,
  intersects,
  setBit,
  unionInto,
} from "./bitmap.ts";

const maxArrayLength = 16;

/**
 * A growing set of positions, added in ascending order: a list while they are few, a bitmap once they are many, so
 * that small sets take little memory and large ones are combined quickly.
 */
export class PositionSet {
  #size = 0;
  #list: number[] | Uint32Array<ArrayBuffer> = [];
  #bits: Bitmap | undefined;

  /** How many positions, including those of products no longer on sale. */
  get size() {
    return this.#size;
  }

  /** The positions as a bitmap once there are many; read only. */
  get bitmap(): Bitmap | undefined {
    return this.#bits;
  }

  /** Adds a position above all others. */
  add(position: number) {
    this.#size++;
    if (this.#bits) {
      if (position >= this.#bits.length * 32) this.#bits = growBitmap(this.#bits, position + position / 8 + 1024);
      setBit(this.#bits, position);
    } else this.#addToList(position);
  }

  #addToList(position: number) {
    const list = this.#list;
    const at = this.#size - 1;
    if (Array.isArray(list) && at < maxArrayLength) list.push(position);
    else if (at < list.length) list[at] = position;
    else if (this.#size * 32 > position) this.#convertToBitmap(position);
    else {
      this.#list = new Uint32Array(at * 2);
      this.#list.set(list);
      this.#list[at] = position;
    }
  }

  #convertToBitmap(position: number) {
    const bits = createBitmap(position + position / 8 + 1024);
    this.addTo(bits, this.#size - 1);
    setBit(bits, position);
    this.#bits = bits;
    this.#list = [];
  }

  has(position: number): boolean {
    if (this.#bits) return hasBit(this.#bits, position);
    let [low, high] = [0, this.#size];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#list[middle] as number) < position) low = middle + 1;
      else high = middle;
    }
    return low < this.#size && this.#list[low] === position;
  }

  addTo(bits: Bitmap, size = this.#size) {
    if (this.#bits) return unionInto(bits, this.#bits);
    for (let at = 0; at < size; at++) setBit(bits, this.#list[at] as number);
  }

  /** The indexes of the bitmap words the positions are in, when these are at most `most`. */
  words(most: number): number[] | undefined {
    if (this.#bits || this.#size > most) return undefined;
    const words: number[] = [];
    for (let at = 0; at < this.#size; at++) {
      const place = (this.#list[at] as number) >>> 5;
      if (place !== words.at(-1)) words.push(place);
    }
    return words;
  }

  /** How many of them are in `bits`; `words` are the indexes of its only non-zero words, if known. */
  countIn(bits: Bitmap, words?: number[]): number {
    if (this.#bits) return countIntersection(bits, this.#bits, words);
    let count = 0;
    for (let at = 0; at < this.#size; at++) if (hasBit(bits, this.#list[at] as number)) count++;
    return count;
  }

  /** Whether any of them is in `bits`. */
  intersects(bits: Bitmap): boolean {
    if (this.#bits) return intersects(bits, this.#bits);
    for (let at = 0; at < this.#size; at++) if (hasBit(bits, this.#list[at] as number)) return true;
    return false;
  }
}
