import { X } from "lucide-react";
import type { ReactNode } from "react";
import { Link } from "react-router";
import { say } from "#words/say.ts";

type Props = {
  /** What is applied, in plain text: also read aloud as "Remove …". */
  label: string;
  /** The address without it. */
  href: string;
  children?: ReactNode;
};

/** A filter that is applied; following it takes the filter away. `children` may draw it otherwise than by its label. */
export const Chip = ({ label, href, children = label }: Props) => (
  <Link
    to={href}
    preventScrollReset
    aria-label={say("Remove {name}", { name: label })}
    className="touch-target inline-flex h-8 items-center gap-1.5 rounded-full border border-hairline bg-surface ps-3 pe-2 text-sm transition-colors hover:border-control"
  >
    {children}
    <X className="size-3.5 text-muted" aria-hidden="true" />
  </Link>
);
