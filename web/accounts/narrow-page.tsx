import type { ReactNode } from "react";
import { Card } from "#web/ui/card.tsx";
import { PageHead } from "#web/ui/page-head.tsx";

/** A page with one thing to do, as a card in its middle. */
export const NarrowPage = ({ title, says, children }: { title: string; says?: string; children: ReactNode }) => (
  <main className="page-width grid justify-items-center py-10 md:py-16">
    <PageHead title={title} hidden />
    <Card className="w-full max-w-md p-6 md:p-8">
      <h1 className="text-title">{title}</h1>
      {says && <p className="mt-2 text-muted">{says}</p>}
      <div className="mt-6">{children}</div>
    </Card>
  </main>
);
