import { useQuery } from "@tanstack/react-query";
import { useOrigin } from "#web/api/origin.ts";
import { query } from "#web/api/query.ts";
import { type ImageSource, imageUrl } from "#web/ui/media/image-sources.ts";
import { shopLanguage } from "#words/say.ts";

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
  const shop = useQuery(query("GET /shop", {})).data?.data.name ?? "";
  const absolute = (path: string) => new URL(path, `${origin}/`).href;
  const name = title && shop ? `${title} · ${shop}` : (title ?? shop);
  return (
    <>
      <title>{name}</title>
      {description && <meta name="description" content={description} />}
      {hidden && <meta name="robots" content="noindex" />}
      {path && origin && !hidden && <link rel="canonical" href={absolute(path)} />}
      {path && origin && !hidden && <Languages url={absolute(path)} />}
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

/** The shop's one language is also the default. */
const Languages = ({ url }: { url: string }) => (
  <>
    <link rel="alternate" hrefLang={shopLanguage()} href={url} />
    <link rel="alternate" hrefLang="x-default" href={url} />
  </>
);
