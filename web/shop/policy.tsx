import type { ReactNode } from "react";

/** A page of plain words: a title and sections, as narrow as reading wants it. */
export const Policy = ({ title, children }: { title: string; children: ReactNode }) => (
  <main className="page-width py-10">
    <div className="mx-auto grid max-w-2xl gap-8">
      <h1 className="text-title">{title}</h1>
      {children}
    </div>
  </main>
);

/** A section of such a page. */
export const Clause = ({ title, children }: { title: string; children: ReactNode }) => (
  <section className="grid gap-2">
    <h2 className="text-xl font-semibold">{title}</h2>
    {children}
  </section>
);

/** How a link looks within such a text. */
export const linkLook = "text-link underline decoration-1 underline-offset-4 hover:decoration-2";
