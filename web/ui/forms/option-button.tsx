import type { ComponentProps, ReactNode } from "react";
import { classes } from "#web/ui/layout/classes.ts";
import { Swatch } from "#web/ui/media/swatch.tsx";
import { say } from "#words/say.ts";

type Props = Omit<ComponentProps<"input">, "type" | "size"> & {
  /** One of several, or any of several. */
  type?: "radio" | "checkbox";
  label: string;
  /** Shown instead of the words: a colour (the words stay for screen readers and on hover). */
  colour?: string;
  /** How many there are, behind the words. */
  count?: ReactNode;
  /** Cannot be had together with what else is chosen: struck through, yet still to be picked. */
  crossed?: boolean;
};

/** A choice as a chip or, with `colour`, as a swatch: sizes and colours of a product, filters of a list. */
export function OptionButton({ type = "radio", label, colour, count, crossed = false, className, ...input }: Props) {
  const unavailable = crossed && <span className="sr-only">{say(", not available")}</span>;
  return (
    <label
      title={colour ? label : undefined}
      className={classes("choice", colour ? "choice-round" : "choice-chip", !colour && crossed && struck, className)}
    >
      <input {...input} type={type} />
      {colour ? (
        <>
          <Swatch colour={colour} crossed={crossed} className="" />
          <span className="sr-only">{label}</span>
        </>
      ) : (
        <span>{label}</span>
      )}
      {unavailable}
      {count !== undefined && <span className="text-muted">{count}</span>}
    </label>
  );
}

const struck =
  "text-muted border-dashed bg-[linear-gradient(to_top_right,transparent_calc(50%-0.5px),var(--control)_calc(50%-0.5px),var(--control)_calc(50%+0.5px),transparent_calc(50%+0.5px))]";
