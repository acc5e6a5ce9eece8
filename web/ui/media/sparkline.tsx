/** A small line chart in the text's color; hidden from screen readers. */
export function Sparkline({ values }: { values: number[] }) {
  const line = points(values);
  return (
    <svg
      viewBox="0 0 100 32"
      preserveAspectRatio="none"
      aria-hidden="true"
      className="h-8 w-20 shrink-0 overflow-visible text-link rtl:-scale-x-100"
    >
      <polygon points={`0,32 ${line} 100,32`} fill="currentColor" fillOpacity="0.1" />
      <polyline
        points={line}
        fill="none"
        stroke="currentColor"
        strokeWidth="1.75"
        strokeLinecap="round"
        strokeLinejoin="round"
        vectorEffect="non-scaling-stroke"
      />
    </svg>
  );
}

/** The points from left to right, the highest at the top; a constant line is in the middle. */
function points(values: number[]) {
  const known = values.length > 1 ? values : [values[0] ?? 0, values[0] ?? 0];
  const low = Math.min(...known);
  const span = Math.max(...known) - low;
  const last = known.length - 1;
  return known
    .map((value, index) => {
      const height = span === 0 ? 0.5 : (value - low) / span;
      return `${((index / last) * 100).toFixed(1)},${(30 - height * 28).toFixed(1)}`;
    })
    .join(" ");
}
