/** Reorders numbers so that from `from` up to `to` they are as after a full sort (partial quicksort). */
export function selectRange(
  numbers: Uint32Array,
  from: number,
  to: number,
  compare: (one: number, other: number) => number,
) {
  const parts: [low: number, high: number][] = [[0, numbers.length - 1]];
  for (let part = parts.pop(); part; part = parts.pop()) {
    const [low, high] = part;
    if (low >= high || high < from || low >= to) continue;
    const { left, right } = partition(numbers, low, high, compare);
    parts.push([low, left], [right, high]);
  }
}

/** Moves numbers below a pivot to the left of those above it (Hoare). */
function partition(numbers: Uint32Array, low: number, high: number, compare: (one: number, other: number) => number) {
  const middle = numbers[(low + high) >>> 1] as number;
  let [right, left] = [low, high];
  while (right <= left) {
    while (compare(numbers[right] as number, middle) < 0) right++;
    while (compare(numbers[left] as number, middle) > 0) left--;
    if (right > left) break;
    const moved = numbers[right] as number;
    numbers[right++] = numbers[left] as number;
    numbers[left--] = moved;
  }
  return { left, right };
}
