import { Star } from "lucide-react";
import { type ComponentProps, useId } from "react";
import { classes } from "#web/ui/layout/classes.ts";
import { say, text } from "#words/say.ts";
import { FieldError } from "./field.tsx";

type Props = Omit<ComponentProps<"input">, "type" | "value" | "className"> & {
  legend: string;
  /** 1 to 5, or 0. */
  chosen: number;
  error?: string | undefined;
};

const levels = [
  { word: text("Poor"), spoken: text("1 star, poor") },
  { word: text("Fair"), spoken: text("2 stars, fair") },
  { word: text("Good"), spoken: text("3 stars, good") },
  { word: text("Very good"), spoken: text("4 stars, very good") },
  { word: text("Excellent"), spoken: text("5 stars, excellent") },
];

/** A rating of one to five stars as radio buttons, which get the other props. */
export function RatingField({ legend, chosen, error, ...input }: Props) {
  const id = useId();
  return (
    <fieldset aria-describedby={error ? id : undefined} className="grid gap-1.5">
      <legend className="mb-1.5 text-sm font-medium">{legend}</legend>
      <div className="flex flex-wrap items-center gap-x-3">
        <div className="-ms-2 flex">
          {levels.map(({ word, spoken }, at) => (
            <label key={word} className="relative grid size-11 cursor-pointer place-items-center rounded">
              <input
                {...input}
                type="radio"
                value={at + 1}
                aria-label={say(spoken)}
                aria-invalid={error ? true : undefined}
                className="absolute inset-0 cursor-pointer appearance-none rounded"
              />
              <Star
                className={classes(
                  "pointer-events-none size-7 transition-colors",
                  at < chosen ? "fill-star text-star" : "text-control",
                )}
              />
            </label>
          ))}
        </div>
        <span aria-hidden="true" className="text-sm text-muted">
          {say(levels[chosen - 1]?.word ?? "")}
        </span>
      </div>
      {error && <FieldError id={id}>{error}</FieldError>}
    </fieldset>
  );
}
