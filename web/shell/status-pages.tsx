import type { ReactNode } from "react";
import { Link } from "react-router";
import { buttonLook } from "#web/ui/forms/button.tsx";
import { say } from "#words/say.ts";

interface Props {
  home?: string;
}

export const NotFoundPage = ({ home = "/" }: Props) => (
  <DeadEnd code="404" title={say("PAGE NOT FOUND")} home={home}>
    {say("The page may have moved, or the address may be misspelled.")}
  </DeadEnd>
);

export const ForbiddenPage = ({ home = "/" }: Props) => (
  <DeadEnd code="403" title={say("PAGE IS FORBIDDEN")} home={home}>
    {say("Your account doesn't have permission to view this page.")}
  </DeadEnd>
);

function DeadEnd({ code, title, home, children }: { code: string; title: string; home: string; children: ReactNode }) {
  return (
    <main className="page-width grid min-h-[60dvh] place-content-center justify-items-center gap-4 py-16 text-center">
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
    </main>
  );
}
