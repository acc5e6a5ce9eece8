/**
 * Three or four round price ranges between `min` and `max`, in minor units of a currency with `digits` decimals; empty
 * when prices are too close. Where the highest price is many times the lowest, the ranges grow geometrically, as most
 * products are cheap.
 */
export function priceRanges(min: number, max: number, digits: number): { min?: number; max?: number }[] {
  const unit = 10 ** digits;
  const cheapest = Math.max(min, unit);
  const marks = max >= 4 * cheapest ? multiples(cheapest, max, unit) : equalSteps(min, max, unit);
  if (marks.length === 0) return [];
  return [
    { max: marks[0] as number },
    ...marks.slice(1).map((mark, at) => ({ min: marks[at] as number, max: mark })),
    { min: marks.at(-1) as number },
  ];
}

function multiples(min: number, max: number, unit: number) {
  const marks = [1, 2, 3].map((quarter) => roundNear((min / unit) * (max / min) ** (quarter / 4)) * unit);
  return [...new Set(marks)].filter((mark) => mark > min && mark < max);
}

function equalSteps(min: number, max: number, unit: number) {
  const step = roundStep((max - min) / 4 / unit) * unit;
  if (step < unit || max - min < 2 * step) return [];
  const first = Math.floor(min / step) * step + step;
  return [first, first + step, first + 2 * step].filter((mark) => mark < max);
}

/** The nearest (by ratio) of 1, 2, 3, 5, 10, 20, 30, 50, 100 … */
function roundNear(wanted: number) {
  const power = 10 ** Math.floor(Math.log10(wanted));
  const away = (mark: number) => Math.abs(Math.log(mark / wanted));
  return [1, 2, 3, 5, 10].map((step) => step * power).reduce((best, mark) => (away(mark) < away(best) ? mark : best));
}

/** The next of 1, 2, 5, 10, 20, 25, 50, 100 … at or above. */
function roundStep(wanted: number) {
  const power = 10 ** Math.floor(Math.log10(Math.max(wanted, 1)));
  return (
    [1, 2, 2.5, 5, 10].map((step) => step * power).find((step) => step >= wanted && Number.isInteger(step)) ??
    10 * power
  );
}
