import type { ReactNode } from "react";
import { Link } from "react-router";
import { buttonLook } from "#web/ui/forms/button.tsx";
import { classes } from "#web/ui/layout/classes.ts";
import { say } from "#words/say.ts";

interface Props {
  home?: string;
  /** Other ways on, below the link home. */
  more?: ReactNode;
}

export const NotFoundPage = ({ home = "/", more }: Props) => (
  <DeadEnd code="404" title={say("PAGE NOT FOUND")} home={home} more={more}>
    {say("The page may have moved, or the address may be misspelled.")}
  </DeadEnd>
);

export const ForbiddenPage = ({ home = "/" }: Props) => (
  <DeadEnd code="403" title={say("PAGE IS FORBIDDEN")} home={home}>
    {say("Your account doesn't have permission to view this page.")}
  </DeadEnd>
);

type DeadEndProps = Props & { code: string; title: string; children: ReactNode };

const DeadEnd = ({ code, title, home = "/", more, children }: DeadEndProps) => (
  <main className={classes("grid grid-cols-1 content-center gap-14 py-16", !more && "min-h-[60dvh]")}>
    <div className="page-width grid justify-items-center gap-4 text-center">
      <title>{title}</title>
      <meta name="robots" content="noindex" />
      <p aria-hidden="true" className="text-display font-semibold text-muted tabular-nums">
        {code}
      </p>
      <h1 className="text-title">{title}</h1>
      <p className="text-muted">{children}</p>
      <Link to={home} className={buttonLook({ look: "primary" })}>
        {say("Home")}
      </Link>
    </div>
    {more}
  </main>
);
