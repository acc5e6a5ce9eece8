import { ChevronRight } from "lucide-react";
import { Link } from "react-router";
import { say } from "#words/say.ts";
import { classes } from "./classes.ts";

/** The last one, the page itself, has no `href`. */
export type Crumb = { label: string; href?: string };

/** The way from the start to this page. A start called as what comes next, such as a department "Home", is left out. */
export const Breadcrumbs = ({ crumbs, className }: { crumbs: Crumb[]; className?: string }) => (
  <nav aria-label={say("Breadcrumb")} className={classes("text-sm text-muted", className)}>
    <ol className="crumbs">
      {crumbs.slice(+(crumbs[0]?.label === crumbs[1]?.label)).map(({ label, href }, index) => (
        <li key={href ?? label}>
          {index > 0 && <ChevronRight className="rtl:-scale-x-100" aria-hidden="true" />}
          {href ? (
            <Link to={href} prefetch="intent">
              {label}
            </Link>
          ) : (
            <span aria-current="page">{label}</span>
          )}
        </li>
      ))}
    </ol>
  </nav>
);
