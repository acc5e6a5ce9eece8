import type { ComponentProps, ReactNode } from "react";
import { classes } from "#web/ui/layout/classes.ts";

type Props = Omit<ComponentProps<"input">, "type"> & {
  label: ReactNode;
  hint?: ReactNode;
  /** At the far side: a price, an icon. */
  aside?: ReactNode;
  /** Under the words while it is chosen: the fields that belong to this choice. */
  children?: ReactNode;
};

/** One choice of several as a card (delivery, payment). Put them in a `<fieldset>` with a `<legend>` and one `name`. */
export const RadioCard = ({ label, hint, aside, children, className, ...input }: Props) => (
  <div className={classes(card, className)}>
    <label className="flex cursor-pointer items-start gap-3 p-4 has-disabled:cursor-not-allowed has-disabled:opacity-50">
      <input {...input} type="radio" className={dot} />
      <span className="min-w-0 flex-1">
        <span className="block text-sm font-medium">{label}</span>
        {hint && <span className="mt-0.5 block text-sm text-muted">{hint}</span>}
      </span>
      {aside && <span className="text-sm font-medium tabular-nums">{aside}</span>}
    </label>
    {children && (
      <div className="hidden border-t border-hairline p-4 group-has-[input[type=radio]:checked]:block">{children}</div>
    )}
  </div>
);

const card =
  "group rounded border border-hairline bg-surface transition-colors hover:border-control " +
  "has-[input[type=radio]:checked]:border-accent has-[input[type=radio]:checked]:ring-1 has-[input[type=radio]:checked]:ring-accent";

const dot =
  "mt-0.5 size-4.5 shrink-0 cursor-pointer appearance-none rounded-full border border-control bg-surface transition-[border] " +
  "checked:border-[0.375rem] checked:border-accent disabled:cursor-not-allowed forced-colors:appearance-auto";
