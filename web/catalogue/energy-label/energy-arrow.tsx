import { type EnergyRating, energyClasses } from "#contract/catalogue/energy-labels.ts";
import { classes } from "#web/ui/layout/classes.ts";
import { say } from "#words/say.ts";

/** The colors that the EU prescribes for the steps of a scale, the best first: in dark mode too. */
const colors = ["#009640", "#52ae32", "#c8d400", "#ffed00", "#fbba00", "#ec6608", "#e30613"];

type Props = { rating: EnergyRating; className?: string };

/** The arrow with class and scale that offers and visual advertising need, as high as the text next to it is big. */
export function EnergyArrow({ rating: { class: own, best, worst }, className = "h-7" }: Props) {
  const step = energyClasses.indexOf(own) - energyClasses.indexOf(best);
  const color = colors[Math.min(step, colors.length - 1)];
  const letter = { textAnchor: "middle", fontFamily: "sans-serif", fontWeight: 700 } as const;
  const isLong = own.length > 1;
  // The scale is wide enough for "A+++".
  const scale = best.length > 1 ? 31 : 17;
  return (
    <svg
      viewBox={`0 0 ${scale + 51} 32`}
      role="img"
      aria-label={say("Energy efficiency class {class} on a scale from {best} to {worst}", { class: own, best, worst })}
      className={classes("w-auto shrink-0", className)}
      direction="ltr"
    >
      <rect x="0.5" y="0.5" width={scale} height="31" fill="#fff" stroke="#000" />
      <g fill="#000" fontSize="10" transform={`translate(${scale / 2 + 0.5})`}>
        <text y="10" {...letter}>
          {best}
        </text>
        <path d="M0 12l3 4H.7v5H-.7v-5H-3z" />
        <text y="29.5" {...letter}>
          {worst}
        </text>
      </g>
      <g transform={`translate(${scale + 1})`}>
        <path d="M0 0.5h33l16 15.5-16 15.5H0z" fill={color} stroke="#000" strokeWidth="0.5" />
        <text
          x="20"
          y={isLong ? 22 : 25}
          fontSize={isLong ? 15 : 26}
          fill="#fff"
          stroke="#000"
          strokeWidth="1.5"
          paintOrder="stroke"
          {...letter}
        >
          {own}
        </text>
      </g>
    </svg>
  );
}
