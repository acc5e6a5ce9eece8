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
  return (
    <svg
      viewBox="0 0 68 32"
      role="img"
      aria-label={say("Energy efficiency class {class} on a scale from {best} to {worst}", { class: own, best, worst })}
      className={classes("w-auto shrink-0", className)}
      direction="ltr"
    >
      <rect x="0.5" y="0.5" width="17" height="31" fill="#fff" stroke="#000" />
      <g fill="#000" fontSize={best.length > 1 ? 6 : 10}>
        <text x="9" y="10" {...letter}>
          {best}
        </text>
        <path d="M9 12l3 4H9.7v5H8.3v-5H6z" />
        <text x="9" y="29.5" fontSize={10} {...letter}>
          {worst}
        </text>
      </g>
      <path d="M18 0.5h33l16 15.5-16 15.5H18z" fill={color} stroke="#000" strokeWidth="0.5" />
      <text
        x="38"
        y={own.length > 1 ? 22 : 25}
        fontSize={own.length > 1 ? 17 : 26}
        fill="#fff"
        stroke="#000"
        strokeWidth="1.5"
        paintOrder="stroke"
        {...letter}
      >
        {own}
      </text>
    </svg>
  );
}
