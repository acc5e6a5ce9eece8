import type { ComponentProps, ReactNode } from "react";
import { NoScriptBanner } from "#web/ui/feedback/no-script-banner.tsx";
import { Card } from "#web/ui/layout/card.tsx";
import { PageHead } from "#web/ui/layout/page-head.tsx";

interface Props {
  title: string;
  says?: string;
  /** Metadata for search engines; without it the page is not indexed. */
  head?: ComponentProps<typeof PageHead>;
  children: ReactNode;
}

/** A page with a single form in a card; it needs script. */
export const NarrowPage = ({ title, says, head = { hidden: true }, children }: Props) => (
  <main className="page-width grid justify-items-center py-10 md:py-16">
    <PageHead title={title} {...head} />
    <Card className="w-full max-w-md p-6 md:p-8">
      <h1 className="text-title">{title}</h1>
      {says && <p className="mt-2 text-muted">{says}</p>}
      <div className="mt-6">
        <div className="noscript:hidden">{children}</div>
        <NoScriptBanner />
      </div>
    </Card>
  </main>
);
