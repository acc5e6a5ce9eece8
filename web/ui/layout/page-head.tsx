import { useQuery } from "@tanstack/react-query";
import { ChevronRight } from "lucide-react";
import { Link } from "react-router";
import { query } from "#web/api/call.ts";
import { useOrigin } from "#web/api/origin.ts";
import { type ImageSource, imageUrl } from "#web/ui/media/image-sources.ts";
import { say, shopLanguage } from "#words/say.ts";

type Props = {
  /** The shop's name is appended, or is the whole title without it. */
  title?: string;
  description?: string | null | undefined;
  /** The canonical path. */
  path?: string;
  previous?: string | null;
  next?: string | null;
  image?: ImageSource | null | undefined;
  kind?: "website" | "product";
  /** Not indexed by search engines. */
  hidden?: boolean;
};

/** Title, description, canonical URL and Open Graph; React moves them into the head. */
export function PageHead({ title, description, path, previous, next, image, kind = "website", hidden = false }: Props) {
  const origin = useOrigin();
  const { name: shop = "", other_languages } = useQuery(query("GET /shop", {})).data?.data ?? {};
  const absolute = (path: string) => new URL(path, `${origin}/`).href;
  const name = title && shop ? `${title} · ${shop}` : (title ?? shop);
  return (
    <>
      <title>{name}</title>
      {description && <meta name="description" content={description} />}
      {hidden && <meta name="robots" content="noindex" />}
      {path && origin && !hidden && <link rel="canonical" href={absolute(path)} />}
      {path && origin && !hidden && <Languages url={absolute(path)} isOne={!other_languages?.length} />}
      {previous && <link rel="prev" href={previous} />}
      {next && <link rel="next" href={next} />}
      <meta property="og:title" content={title ?? shop} />
      <meta property="og:site_name" content={shop} />
      <meta property="og:type" content={kind} />
      {description && <meta property="og:description" content={description} />}
      {path && origin && <meta property="og:url" content={absolute(path)} />}
      {image && origin && <meta property="og:image" content={absolute(imageUrl(image.url, 1280))} />}
    </>
  );
}

/** The shop's one language is also the default; several share one URL (docs/decisions/0013). */
const Languages = ({ url, isOne }: { url: string; isOne: boolean }) => (
  <>
    {isOne && <link rel="alternate" hrefLang={shopLanguage()} href={url} />}
    <link rel="alternate" hrefLang="x-default" href={url} />
  </>
);

/** The current page, which comes last, has no `href`. */
export type Crumb = { label: string; href?: string };

/** Links to the ancestors of this page. The first is left out when it has the same name as the second ("Home"). */
export const Breadcrumbs = ({ crumbs }: { crumbs: Crumb[] }) => (
  <nav aria-label={say("Breadcrumb")} className="text-sm text-muted">
    <ol className="crumbs">
      {crumbs.slice(+(crumbs[0]?.label === crumbs[1]?.label)).map(({ label, href }, index) => (
        <li key={href ?? label}>
          {index > 0 && <ChevronRight className="rtl:-scale-x-100" />}
          {href ? (
            <Link to={href} prefetch="intent">
              {label}
            </Link>
          ) : (
            <span aria-current="page">{label}</span>
          )}
        </li>
      ))}
    </ol>
  </nav>
);
