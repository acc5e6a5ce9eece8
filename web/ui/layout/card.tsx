import type { ComponentProps, ReactNode } from "react";
import { classes } from "./classes.ts";

export const Card = ({ className, ...rest }: ComponentProps<"div">) => (
  <div {...rest} className={classes("rounded-lg border border-hairline bg-surface p-5 md:p-6", className)} />
);

type SectionProps = Omit<ComponentProps<"section">, "title"> & {
  title: ReactNode;
  hint?: ReactNode;
  action?: ReactNode;
};

/** A card with a heading and an action. */
export const CardSection = ({ title, hint, action, className, children, ...rest }: SectionProps) => (
  <section {...rest} className={classes("rounded-lg border border-hairline bg-surface", className)}>
    <header className="flex min-h-14 flex-wrap items-center justify-between gap-x-4 gap-y-2 px-5 py-3 md:px-6">
      <div className="min-w-0">
        <h2 className="text-base font-semibold">{title}</h2>
        {hint && <p className="text-sm text-muted">{hint}</p>}
      </div>
      {action}
    </header>
    <div className="px-5 pb-5 md:px-6 md:pb-6">{children}</div>
  </section>
);

/** A square background that its image fills. */
export const Backdrop = ({ className, ...rest }: ComponentProps<"div">) => (
  <div {...rest} className={classes("backdrop-square", className)} />
);
