/**
 * Three or four round price ranges that share out the prices between `min` and `max`, in minor units of a currency with
 * `digits` after the point. None where the prices lie too close for it.
 */
export function priceRanges(min: number, max: number, digits: number): { min?: number; max?: number }[] {
  const unit = 10 ** digits;
  const step = roundStep((max - min) / 4 / unit) * unit;
  if (step < unit || max - min < 2 * step) return [];
  const first = Math.floor(min / step) * step + step;
  const marks = [first, first + step, first + 2 * step].filter((mark) => mark < max);
  return [
    { max: marks[0] as number },
    ...marks.slice(1).map((mark, at) => ({ min: marks[at] as number, max: mark })),
    { min: marks.at(-1) as number },
  ];
}

/** The next of 1, 2, 5, 10, 20, 25, 50, 100 … at or above. */
function roundStep(wanted: number) {
  const power = 10 ** Math.floor(Math.log10(Math.max(wanted, 1)));
  return (
    [1, 2, 2.5, 5, 10].map((step) => step * power).find((step) => step >= wanted && Number.isInteger(step)) ??
    10 * power
  );
}
