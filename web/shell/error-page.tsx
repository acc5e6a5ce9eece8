import type { ReactNode } from "react";
import { isRouteErrorResponse } from "react-router";
import { Button, buttonLook } from "#web/ui/forms/button.tsx";
import { say } from "#words/say.ts";
import { ForbiddenPage, NotFoundPage } from "./status-pages.tsx";

interface Props {
  error: unknown;
  words?: string;
  home?: string;
  /** Other ways on from a missing page. */
  more?: ReactNode;
}

/** Replaces a page that failed to render; it depends on no data. */
export function ErrorPage({ error, words = say("Something went wrong. Please try again."), home = "/", more }: Props) {
  if (isRouteErrorResponse(error) && error.status === 404) return <NotFoundPage {...{ home, more }} />;
  if (isRouteErrorResponse(error) && error.status === 403) return <ForbiddenPage home={home} />;
  return (
    <main className="page-width grid min-h-[60dvh] place-content-center justify-items-center gap-6 py-16 text-center">
      <title>{say("Something went wrong")}</title>
      <div role="alert">
        <h1 className="text-title">{words}</h1>
      </div>
      <div className="flex flex-wrap justify-center gap-3">
        <Button look="primary" onClick={() => location.reload()}>
          {say("Retry")}
        </Button>
        {/* A plain link, as the router may be broken. */}
        <a href={home} className={buttonLook()}>
          {say("Go Home")}
        </a>
      </div>
    </main>
  );
}
