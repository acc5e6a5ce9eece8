import { ChevronLeft, ChevronRight, SearchX } from "lucide-react";
import type { ReactNode } from "react";
import { Link } from "react-router";
import { EmptyState } from "#web/ui/feedback/loaded.tsx";
import { classes } from "#web/ui/layout/classes.ts";
import { ButtonLink } from "#web/ui/layout/shop-link.tsx";
import { formatShopNumber, say } from "#words/say.ts";

type Props = {
  /** From 1. */
  page: number;
  pages: number;
  href: (page: number) => string;
  className?: string;
};

/** Links to the pages; nothing for a single page. */
export function Pagination({ page, pages, href, className }: Props) {
  if (pages < 2) return null;
  const pageOf = (page: number) =>
    say("Page {page} of {pages}", { page: formatShopNumber(page), pages: formatShopNumber(pages) });
  return (
    <nav aria-label={say("Pages")} className={classes("flex items-center justify-center gap-1 text-sm", className)}>
      <Step to={page > 1 ? href(page - 1) : null} rel="prev" label={say("Previous")}>
        <ChevronLeft className="size-4.5 rtl:-scale-x-100" />
      </Step>
      <p className="px-2 text-muted sm:hidden">{pageOf(page)}</p>
      <ul className="hidden items-center gap-1 sm:flex">
        {visiblePages(page, pages).map((shown) => (
          <li key={shown.key}>
            {shown.page === null ? (
              <span className="grid size-11 place-items-center text-muted">…</span>
            ) : (
              <Link
                to={href(shown.page)}
                aria-label={pageOf(shown.page)}
                aria-current={shown.page === page ? "page" : undefined}
                className={classes(cell, "tabular-nums aria-[current]:bg-ink aria-[current]:text-page")}
              >
                {formatShopNumber(shown.page)}
              </Link>
            )}
          </li>
        ))}
      </ul>
      <Step to={page < pages ? href(page + 1) : null} rel="next" label={say("Next")}>
        <ChevronRight className="size-4.5 rtl:-scale-x-100" />
      </Step>
    </nav>
  );
}

const cell = "grid h-11 min-w-11 place-items-center rounded px-2 font-medium transition-colors hover:bg-sunken";

const Step = ({ to, rel, label, children }: { to: string | null; rel: string; label: string; children: ReactNode }) =>
  to === null ? (
    <span className={classes(cell, "pointer-events-none opacity-35")} aria-hidden="true">
      {children}
    </span>
  ) : (
    <Link to={to} rel={rel} aria-label={label} className={cell} prefetch="intent">
      {children}
    </Link>
  );

/** The first, last and neighboring pages; `null` for gaps. */
export function visiblePages(page: number, pages: number): { key: string; page: number | null }[] {
  const wanted = new Set([1, pages, page - 1, page, page + 1]);
  // More neighbors near an end, so that the width stays the same.
  if (page <= 4) [2, 3, 4, 5].forEach((near) => wanted.add(near));
  if (page >= pages - 3) [1, 2, 3, 4].forEach((near) => wanted.add(pages - near));
  const shown = [...wanted].filter((n) => n >= 1 && n <= pages).sort((a, b) => a - b);
  return shown.flatMap((n, index) => {
    const before = shown[index - 1] ?? 0;
    const here = { key: String(n), page: n };
    if (n - before === 2) return [{ key: String(n - 1), page: n - 1 }, here];
    return n - before > 2 ? [{ key: `before-${n}`, page: null }, here] : [here];
  });
}

/** Shown past the end of a list, with a link to its first page. */
export const PageOutOfRange = ({ first }: { first: string }) => (
  <EmptyState
    icon={<SearchX />}
    title={say("Page not found")}
    action={<ButtonLink to={first} look="primary" label={say("Go to the first page")} />}
  >
    {say("This page no longer has any products.")}
  </EmptyState>
);
