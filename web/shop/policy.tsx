import type { ReactNode } from "react";
import { Banner } from "#web/ui/feedback/banner.tsx";
import { say } from "#words/say.ts";

/** A text page with a title and sections. */
export const Policy = ({ title, children }: { title: string; children: ReactNode }) => (
  <main className="page-width py-10">
    <div className="mx-auto grid max-w-2xl gap-8">
      <h1 className="text-title">{title}</h1>
      {children}
    </div>
  </main>
);

export const Clause = ({ title, children }: { title: string; children: ReactNode }) => (
  <section className="grid gap-2">
    <h2 className="text-xl font-semibold">{title}</h2>
    {children}
  </section>
);

/**
 * Says that the words of a page are a template, and what of it only the merchant can know. Take it off the page once all of
 * that is written and somebody who knows the law has read it.
 */
export const ToFillIn = ({ parts }: { parts: string[] }) => (
  <Banner tone="warning" title={say("Template text")}>
    <p>{say("The shop owner must have this text reviewed and add:")}</p>
    <ul className="mt-1 list-disc ps-5">
      {parts.map((part) => (
        <li key={part}>{part}</li>
      ))}
    </ul>
  </Banner>
);

export const linkLook = "text-link underline decoration-1 underline-offset-4 hover:decoration-2";
