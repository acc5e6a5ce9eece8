import { useSuspenseQuery } from "@tanstack/react-query";
import type { ComponentProps, ReactNode } from "react";
import type { Policy as PolicyName } from "#contract/shop/settings.ts";
import { query, type ShopQuery } from "#web/api/call.ts";
import { pageData } from "#web/api/page-data.ts";
import { useSession } from "#web/api/session/session.ts";
import { Banner } from "#web/ui/feedback/banner.tsx";
import { PageHead } from "#web/ui/layout/page-head.tsx";
import { RichText } from "#web/ui/text/rich-text.tsx";
import { languageOf, say, shopLocale } from "#words/say.ts";

/** A text page with a title and sections; `description` is for search engines. */
export const Policy = ({
  title,
  path,
  description,
  children,
}: ComponentProps<typeof PageHead> & { children: ReactNode }) => (
  <main className="page-width py-10">
    <PageHead title={title} path={path} description={description} />
    <div className="mx-auto grid max-w-2xl gap-8">
      <h1 className="text-title">{title}</h1>
      {children}
    </div>
  </main>
);

const policyQuery = (policy: PolicyName) => query("GET /shop/policies/:policy", { params: { policy } });

/** The loaders of a policy page. */
export const policyData = (policy: PolicyName, others: ShopQuery[] = []) =>
  pageData({ critical: () => [policyQuery(policy), ...others] });

type TextProps = {
  policy: PolicyName;
  /** The template makes promises, which are the merchant's to make: customers of a real shop don't see it. */
  isPromise?: boolean;
  children: ReactNode;
};

/** The merchant's text of a policy, sanitized by the server; the template, `children`, until there is one. */
export function PolicyText({ policy, isPromise = false, children }: TextProps) {
  const { html, language } = useSuspenseQuery(policyQuery(policy)).data.data;
  const { demo } = useSuspenseQuery(query("GET /shop", {})).data.data;
  const isAdmin = useSession(({ role }) => role === "admin");
  if (html) return <Written html={html} language={language} />;
  return demo || isAdmin || !isPromise ? (
    <>
      {demo && <p className="text-muted">{say("Sample text of a demo shop.")}</p>}
      {children}
    </>
  ) : (
    <p>{say("This text will follow. Contact us if you have questions.")}</p>
  );
}

/** A text of the merchant; where it is in another language than the page, that is said. */
const Written = ({ html, language }: { html: string; language: string }) =>
  language === languageOf(shopLocale()) ? (
    <RichText html={html} />
  ) : (
    <>
      <p className="text-muted">
        {say("This text is in {language}, as it isn't translated.", { language: languageName(language) })}
      </p>
      <div lang={language}>
        <RichText html={html} />
      </div>
    </>
  );

/** The name of a language in itself, as its readers know it. */
const languageName = (language: string) =>
  new Intl.DisplayNames(language, { type: "language" }).of(language) ?? language;

/** A section of a text page; text alone is a paragraph. */
export const Clause = ({ title, children }: { title: string; children: ReactNode }) => (
  <section className="grid gap-2">
    <h2 className="text-xl font-semibold">{title}</h2>
    {typeof children === "string" ? <p>{children}</p> : children}
  </section>
);

/** Shows administrators that the text of a page is a template, and what only they can add. */
export function ToFillIn({ parts }: { parts: string[] }) {
  const isAdmin = useSession(({ role }) => role === "admin");
  if (!isAdmin) return null;
  return (
    <Banner tone="warning" title={say("Template text")}>
      <p>{say("Only administrators see this note. Have this text reviewed, and add:")}</p>
      <ul className="mt-1 list-disc ps-5">
        {parts.map((part) => (
          <li key={part}>{part}</li>
        ))}
      </ul>
    </Banner>
  );
}

export const linkLook = "text-link underline decoration-1 underline-offset-4 hover:decoration-2";
