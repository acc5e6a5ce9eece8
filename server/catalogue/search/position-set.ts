import {
  type Bitmap,
  createBitmap,
  countIntersection,
  hasBit,
  unionInto,
  intersects,
  setBit,
  growBitmap,
} from "./bitmap.ts";

const shortList = 16;

/**
 * A growing set of slots, added from the lowest: a list as long as they are few, bits once they are many, so that it
 * takes little room and adding it to others is quick either way.
 */
export class PositionSet {
  #size = 0;
  #list: number[] | Uint32Array<ArrayBuffer> = [];
  #bits: Bitmap | undefined;

  /** How many there are, products no longer on sale among them. */
  get size() {
    return this.#size;
  }

  /** All of them as bits, if that is how they are kept; not to be changed. */
  get bitmap(): Bitmap | undefined {
    return this.#bits;
  }

  /** Adds a slot above all others. */
  add(slot: number) {
    this.#size++;
    if (this.#bits) {
      if (slot >= this.#bits.length * 32) this.#bits = growBitmap(this.#bits, slot + slot / 8 + 1024);
      setBit(this.#bits, slot);
    } else this.#enlist(slot);
  }

  #enlist(slot: number) {
    const list = this.#list;
    const at = this.#size - 1;
    if (Array.isArray(list) && at < shortList) list.push(slot);
    else if (at < list.length) list[at] = slot;
    else if (this.#size * 32 > slot) this.#turnToBits(slot);
    else {
      this.#list = new Uint32Array(at * 2);
      this.#list.set(list);
      this.#list[at] = slot;
    }
  }

  #turnToBits(slot: number) {
    const bits = createBitmap(slot + slot / 8 + 1024);
    this.addTo(bits, this.#size - 1);
    setBit(bits, slot);
    this.#bits = bits;
    this.#list = [];
  }

  has(slot: number): boolean {
    if (this.#bits) return hasBit(this.#bits, slot);
    let [low, high] = [0, this.#size];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#list[middle] as number) < slot) low = middle + 1;
      else high = middle;
    }
    return low < this.#size && this.#list[low] === slot;
  }

  /** Puts all of them into `bits`. */
  addTo(bits: Bitmap, size = this.#size) {
    if (this.#bits) return unionInto(bits, this.#bits);
    for (let at = 0; at < size; at++) setBit(bits, this.#list[at] as number);
  }

  /** The places of bits in which they are, when these are few. */
  words(most: number): number[] | undefined {
    if (this.#bits || this.#size > most) return undefined;
    const places: number[] = [];
    for (let at = 0; at < this.#size; at++) {
      const place = (this.#list[at] as number) >>> 5;
      if (place !== places.at(-1)) places.push(place);
    }
    return places;
  }

  /** How many of them are in `bits`, which has something in these places only. */
  countIn(bits: Bitmap, places?: number[]): number {
    if (this.#bits) return countIntersection(bits, this.#bits, places);
    let count = 0;
    for (let at = 0; at < this.#size; at++) if (hasBit(bits, this.#list[at] as number)) count++;
    return count;
  }

  /** Whether one of them is in `bits`. */
  intersects(bits: Bitmap): boolean {
    if (this.#bits) return intersects(bits, this.#bits);
    for (let at = 0; at < this.#size; at++) if (hasBit(bits, this.#list[at] as number)) return true;
    return false;
  }
}
