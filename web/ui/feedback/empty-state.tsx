import type { ComponentProps, ReactNode } from "react";
import { classes } from "#web/ui/layout/classes.ts";

type Props = Omit<ComponentProps<"div">, "title"> & {
  /** An icon of `lucide-react`. */
  icon?: ReactNode;
  title: ReactNode;
  /** Buttons or links. */
  action?: ReactNode;
  /** The heading's level; 1 when it is the whole page. */
  level?: 1 | 2 | 3;
};

/** An empty list or missing page: title, explanation (children) and actions. */
export function EmptyState({ icon, title, action, level = 2, className, children, ...rest }: Props) {
  const Heading = `h${level}` as const;
  return (
    <div
      {...rest}
      className={classes(
        "mx-auto grid max-w-md justify-items-center gap-2 px-4 py-16 text-center wrap-anywhere",
        className,
      )}
    >
      {icon && (
        <span
          aria-hidden="true"
          className="mb-3 grid size-16 place-items-center rounded-full bg-sunken text-muted [&_svg]:size-7"
        >
          {icon}
        </span>
      )}
      <Heading className="text-xl font-semibold">{title}</Heading>
      {children && <div className="text-balance text-muted">{children}</div>}
      {action && <div className="mt-4 flex flex-wrap justify-center gap-3">{action}</div>}
    </div>
  );
}
