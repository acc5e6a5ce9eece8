import type { CSSProperties } from "react";
import { formatShopNumber, say, sayCount } from "#words/say.ts";

type Props = {
  /** 0 to 5. */
  average: number;
  count?: number;
  /** Shows the average as a number before the stars. */
  figure?: boolean;
};

/** Stars, announced as "Rated 4.6 out of 5, 31 reviews". */
export function Rating({ average, count, figure = false }: Props) {
  const shown = formatShopNumber(average);
  return (
    <span role="img" aria-label={rated(shown, count)} className="rating">
      {figure && <span className="font-semibold text-ink">{shown}</span>}
      <span className="stars" style={{ "--filled": `${filledPercent(average)}%` } as CSSProperties} />
      {count !== undefined && `(${formatShopNumber(count)})`}
    </span>
  );
}

const rated = (average: string, count: number | undefined) =>
  count === undefined
    ? say("Rated {average} out of 5", { average })
    : sayCount("Rated {average} out of 5, 1 review", "Rated {average} out of 5, {n} reviews", count, { average });

/** The filled part of the stars' width; the gaps (0.15 of a star, as in `.stars`) don't count. */
function filledPercent(average: number) {
  const rating = Math.min(5, Math.max(0, average));
  return Math.round(((rating + Math.floor(Math.min(rating, 4)) * 0.15) / 5.6) * 1000) / 10;
}
