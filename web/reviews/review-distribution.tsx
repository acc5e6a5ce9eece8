import type { ProductDetails } from "#contract/catalogue/products.ts";
import { Rating } from "#web/ui/text/rating.tsx";
import { formatShopNumber, sayCount } from "#words/say.ts";

type Props = {
  rating: ProductDetails["rating"];
  /** The star filter. */
  chosen: number | undefined;
  onChoose: (stars: number | undefined) => void;
};

/** The average and a bar per star rating, which filters the list. */
export const ReviewDistribution = ({ rating: { average, count, distribution }, chosen, onChoose }: Props) => (
  <div className="grid content-start gap-4">
    <div className="flex items-center gap-3">
      <p className="text-display font-semibold tabular-nums" aria-hidden="true">
        {average !== null && formatShopNumber(average)}
      </p>
      <div className="grid gap-0.5">
        <Rating average={average ?? 0} />
        <p className="text-sm text-muted">{sayCount("1 rating", "{n} ratings", count)}</p>
      </div>
    </div>
    <ul className="grid grid-cols-[auto_1fr_auto] gap-x-3">
      {[5, 4, 3, 2, 1].map((stars) => (
        <li key={stars} className="col-span-full grid grid-cols-subgrid">
          <Bar
            {...{ stars, count }}
            share={distribution[stars - 1] ?? 0}
            isChosen={chosen === stars}
            onChoose={onChoose}
          />
        </li>
      ))}
    </ul>
  </div>
);

type BarProps = { stars: number; share: number; count: number; isChosen: boolean; onChoose: Props["onChoose"] };

const Bar = ({ stars, share, count, isChosen, onChoose }: BarProps) => (
  <button
    type="button"
    aria-pressed={isChosen}
    disabled={share === 0}
    onClick={() => onChoose(isChosen ? undefined : stars)}
    className={
      "group col-span-full grid min-h-8 grid-cols-subgrid items-center text-sm tabular-nums disabled:cursor-default " +
      "aria-pressed:font-semibold pointer-coarse:min-h-11"
    }
  >
    <span className="text-start whitespace-nowrap underline-offset-4 group-hover:not-disabled:underline">
      {sayCount("1 star", "{n} stars", stars)}
    </span>
    <span aria-hidden="true" className="h-2 overflow-hidden rounded-full bg-sunken">
      <span className="block h-full rounded-full bg-star" style={{ width: `${count ? (share / count) * 100 : 0}%` }} />
    </span>
    <span className="w-8 text-end text-muted">{formatShopNumber(share)}</span>
  </button>
);
