import { useQuery } from "@tanstack/react-query";
import { useOrigin } from "#web/api/origin.ts";
import { query } from "#web/api/query.ts";
import { type PictureImage, pictureUrl } from "#web/ui/media/picture-sources.ts";
import { shopLanguage } from "#words/say.ts";

type Props = {
  /** Without the shop's name, which follows it; the shop's name alone when left out. */
  title?: string;
  description?: string | null | undefined;
  /** The one address of this page: what filters and tracking add is not in it. */
  path?: string;
  previous?: string | null;
  next?: string | null;
  image?: PictureImage | null | undefined;
  kind?: "website" | "product";
  /** For pages no search engine should list. */
  hidden?: boolean;
};

/** Title, description, canonical address and Open Graph of a page; React moves them into the document's head. */
export function PageHead({ title, description, path, previous, next, image, kind = "website", hidden = false }: Props) {
  const origin = useOrigin();
  const shop = useQuery(query("GET /shop", {})).data?.data.name ?? "";
  const whole = (address: string) => new URL(address, `${origin}/`).href;
  const name = title && shop ? `${title} · ${shop}` : (title ?? shop);
  return (
    <>
      <title>{name}</title>
      {description && <meta name="description" content={description} />}
      {hidden && <meta name="robots" content="noindex" />}
      {path && origin && !hidden && <link rel="canonical" href={whole(path)} />}
      {path && origin && !hidden && <Languages address={whole(path)} />}
      {previous && <link rel="prev" href={previous} />}
      {next && <link rel="next" href={next} />}
      <meta property="og:title" content={title ?? shop} />
      <meta property="og:site_name" content={shop} />
      <meta property="og:type" content={kind} />
      {description && <meta property="og:description" content={description} />}
      {path && origin && <meta property="og:url" content={whole(path)} />}
      {image && origin && <meta property="og:image" content={whole(pictureUrl(image.url, 1280))} />}
    </>
  );
}

/** A shop speaks one language, which is also for whoever speaks none that it has. */
const Languages = ({ address }: { address: string }) => (
  <>
    <link rel="alternate" hrefLang={shopLanguage()} href={address} />
    <link rel="alternate" hrefLang="x-default" href={address} />
  </>
);
