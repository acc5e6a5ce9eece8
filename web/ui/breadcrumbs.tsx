import { ChevronRight } from "lucide-react";
import { Link } from "react-router";
import { classes } from "./classes.ts";
import { useWords } from "./words.ts";

/** `href` may be left out for the last one, the page itself. */
export type Crumb = { label: string; href?: string };

/** The way from the start to this page. */
export const Breadcrumbs = ({ crumbs, className }: { crumbs: Crumb[]; className?: string }) => (
  <nav aria-label={useWords().youAreHere} className={classes("text-sm text-muted", className)}>
    <ol className="flex flex-wrap items-center gap-x-1.5 gap-y-1">
      {crumbs.map(({ label, href }, index) => (
        <li key={href ?? label} className="flex min-h-6 min-w-0 items-center gap-1.5">
          {index > 0 && <ChevronRight className="size-3.5 shrink-0 rtl:-scale-x-100" aria-hidden="true" />}
          {href && index < crumbs.length - 1 ? (
            <Link to={href} prefetch="intent" className="py-0.5 underline-offset-4 hover:text-ink hover:underline">
              {label}
            </Link>
          ) : (
            <span aria-current="page" className="text-ink">
              {label}
            </span>
          )}
        </li>
      ))}
    </ol>
  </nav>
);
