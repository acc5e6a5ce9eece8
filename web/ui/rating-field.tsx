import { Star } from "lucide-react";
import { type ReactNode, useId } from "react";
import { FieldError } from "./field.tsx";

type Props = {
  legend: ReactNode;
  name: string;
  /** The words of one to five stars, worst first. */
  words: readonly [string, string, string, string, string];
  value?: number;
  onValueChange?: (value: number) => void;
  error?: ReactNode;
};

/** Five stars to choose from: radio buttons, so that arrow keys and a form without script work. */
export function RatingField({ legend, name, words, value, onValueChange, error }: Props) {
  const id = useId();
  return (
    <fieldset aria-describedby={error ? id : undefined} className="grid gap-1.5">
      <legend className="mb-1.5 text-sm font-medium">{legend}</legend>
      <div className="-ms-2 flex w-fit">
        {words.map((word, index) => (
          <label key={word} title={word} className={star}>
            <input
              type="radio"
              name={name}
              value={index + 1}
              className="absolute inset-0 cursor-pointer appearance-none rounded"
              {...(onValueChange && { checked: value === index + 1, onChange: () => onValueChange(index + 1) })}
            />
            <Star className="pointer-events-none relative size-7" aria-hidden="true" strokeWidth={1.5} />
            <span className="sr-only">{word}</span>
          </label>
        ))}
      </div>
      {error && <FieldError id={id}>{error}</FieldError>}
    </fieldset>
  );
}

/** A star shines when it, or one after it, is chosen. */
const star =
  "relative grid size-11 cursor-pointer place-items-center text-control transition-colors hover:text-star " +
  "has-checked:text-star has-checked:[&_svg]:fill-star " +
  "[&:has(~_label_input:checked)]:text-star [&:has(~_label_input:checked)_svg]:fill-star";
