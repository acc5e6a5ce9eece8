import { X } from "lucide-react";
import type { ReactNode } from "react";
import { Link } from "react-router";
import { say } from "#words/say.ts";

type Props = {
  label: string;
  /** The URL without the filter. */
  href: string;
  children: ReactNode;
};

/** An applied filter; the link removes it. */
export const Chip = ({ label, href, children }: Props) => (
  <Link
    to={href}
    preventScrollReset
    aria-label={say("Remove {name}", { name: label })}
    className={
      "touch-target inline-flex h-8 items-center gap-1.5 rounded-full border border-hairline bg-surface " +
      "ps-3 pe-2 text-sm transition-colors hover:border-control"
    }
  >
    {children}
    <X className="size-3.5 text-muted" />
  </Link>
);
