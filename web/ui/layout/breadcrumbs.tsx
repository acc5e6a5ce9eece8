import { ChevronRight } from "lucide-react";
import { Link } from "react-router";
import { say } from "#words/say.ts";

/** The current page, which comes last, has no `href`. */
export type Crumb = { label: string; href?: string };

/** Links to the ancestors of this page. The first is left out when it has the same name as the second ("Home"). */
export const Breadcrumbs = ({ crumbs }: { crumbs: Crumb[] }) => (
  <nav aria-label={say("Breadcrumb")} className="text-sm text-muted">
    <ol className="crumbs">
      {crumbs.slice(+(crumbs[0]?.label === crumbs[1]?.label)).map(({ label, href }, index) => (
        <li key={href ?? label}>
          {index > 0 && <ChevronRight className="rtl:-scale-x-100" />}
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
