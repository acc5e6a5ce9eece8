/** One number for each position. */
export type Column = Float64Array<ArrayBuffer>;

const digits = 0x10000;

/** Sorts positions by a column, lowest first; equal ones keep their order. Returns a new array. */
export function radixSort(positions: Uint32Array<ArrayBuffer>, column: Column): Uint32Array<ArrayBuffer> {
  const { high, low } = keysOf(positions, column);
  let places = positions.map((_, at) => at);
  for (const half of [low, high]) for (const shift of [0, 16]) places = byDigit(places, half, shift);
  for (let at = 0; at < places.length; at++) places[at] = positions[places[at] as number] as number;
  return places;
}

/** The halves of 64-bit integers in the same order as the floating point numbers: negative ones are inverted. */
function keysOf(positions: Uint32Array, column: Column) {
  const [high, low] = [new Uint32Array(positions.length), new Uint32Array(positions.length)];
  const number = new Float64Array(1);
  const halves = new Uint32Array(number.buffer);
  for (let at = 0; at < positions.length; at++) {
    number[0] = column[positions[at] as number] as number;
    const upper = halves[1] as number;
    const flip = upper >>> 31 === 1 ? 0xffffffff : 0;
    high[at] = upper ^ (flip || 0x80000000);
    low[at] = (halves[0] as number) ^ flip;
  }
  return { high, low };
}

/** Sorts places by 16 bits of their numbers; equal ones keep their order. */
function byDigit(places: Uint32Array<ArrayBuffer>, numbers: Uint32Array, shift: number) {
  const ends = new Uint32Array(digits);
  for (let at = 0; at < numbers.length; at++) {
    const digit = ((numbers[at] as number) >>> shift) & 0xffff;
    ends[digit] = (ends[digit] as number) + 1;
  }
  for (let at = 1; at < digits; at++) ends[at] = (ends[at] as number) + (ends[at - 1] as number);
  const sorted = new Uint32Array(places.length);
  for (let at = places.length - 1; at >= 0; at--) {
    const place = places[at] as number;
    const digit = ((numbers[place] as number) >>> shift) & 0xffff;
    const end = (ends[digit] as number) - 1;
    ends[digit] = end;
    sorted[end] = place;
  }
  return sorted;
}
