import type { ComponentProps, ReactNode } from "react";

type Props = Omit<ComponentProps<"input">, "type" | "className"> & {
  label: ReactNode;
  hint?: ReactNode;
  /** At the end, such as a price. */
  aside?: ReactNode;
  /** Fields of this choice, shown while it is selected. */
  children?: ReactNode;
};

/** A radio button as a card; group them in a `<fieldset>` with a `<legend>` and the same `name`. */
export const RadioCard = ({ label, hint, aside, children, ...input }: Props) => (
  <div className={card}>
    <label className="flex cursor-pointer items-start gap-3 p-4 has-disabled:cursor-not-allowed has-disabled:opacity-50">
      <input {...input} type="radio" className={dot} />
      <span className="min-w-0 flex-1">
        <span className="block text-sm font-medium">{label}</span>
        {hint && <span className="mt-0.5 block text-sm text-muted">{hint}</span>}
      </span>
      {aside && <span className="text-sm font-medium tabular-nums">{aside}</span>}
    </label>
    {children && (
      <div className="hidden border-t border-hairline p-4 group-has-[>label>input:checked]:block">{children}</div>
    )}
  </div>
);

const card =
  "group rounded border border-hairline bg-surface transition-colors hover:border-control " +
  // Its own input: its fields may have radio buttons too.
  "has-[>label>input:checked]:border-accent has-[>label>input:checked]:ring-1 has-[>label>input:checked]:ring-accent";

const dot =
  "mt-0.5 size-4.5 shrink-0 cursor-pointer appearance-none rounded-full border border-control bg-surface transition-[border] " +
  "checked:border-[0.375rem] checked:border-accent disabled:cursor-not-allowed forced-colors:appearance-auto";
