import { type ComponentProps, type CSSProperties, useState } from "react";
import { classes } from "#web/ui/layout/classes.ts";
import { type ImageSource, imageSrcSet, imageUrl } from "./image-sources.ts";

type Props = Omit<ComponentProps<"img">, "src" | "srcSet" | "alt" | "width" | "height"> & {
  image: ImageSource | null | undefined;
  /** The `sizes` of the image: "(max-width: 768px) 50vw, 300px". */
  sizes: string;
  /** The stored widths to offer; all by default. */
  widths?: readonly number[];
  /** In the first viewport: loaded first. Others are lazy. */
  priority?: boolean;
  /** Replaces the image's alt text; "" next to text that says the same. */
  alt?: string;
};

/** An image that fills its container, or a placeholder without one or on failure. */
export function ResponsiveImage({ image, sizes, widths, priority = false, alt, className, ...rest }: Props) {
  const [failed, setFailed] = useState<string>();
  const usable = image && image.url !== failed ? image : null;
  const avif = usable && imageSrcSet(usable, widths);
  // One WebP size for browsers without AVIF, as a second srcset would double the HTML.
  return (
    <picture>
      {avif && <source type="image/avif" srcSet={avif} sizes={sizes} />}
      <img
        decoding={priority ? "sync" : "async"}
        loading={priority ? "eager" : "lazy"}
        fetchPriority={priority ? "high" : undefined}
        {...rest}
        key={usable?.url ?? "placeholder"}
        ref={(img) => {
          // It may have loaded or failed before hydration.
          if (img?.complete && img.naturalWidth > 0) removeTint(img);
          else if (img?.complete && usable && img.currentSrc) setFailed(usable.url);
        }}
        src={usable ? imageUrl(usable.url, usable.width > 150 ? 640 : 150) : "/failed_image.png"}
        alt={alt ?? image?.alt ?? ""}
        width={usable?.width ?? 640}
        height={usable?.height ?? 640}
        style={usable?.dominant ? ({ "--tint": usable.dominant } as CSSProperties) : undefined}
        className={classes("picture", className)}
        onLoad={(event) => removeTint(event.currentTarget)}
        onError={() => usable && setFailed(usable.url)}
      />
    </picture>
  );
}

/** The image may be transparent, so its placeholder color is removed. */
const removeTint = (img: HTMLImageElement) => img.style.removeProperty("--tint");

type ThumbnailProps = Pick<Props, "sizes" | "loading"> & { url: string | null | undefined; className: string };

/** A small picture next to its name; an empty box while its URL is undefined. */
export const Thumbnail = ({ url, className, ...rest }: ThumbnailProps) => (
  <span aria-hidden="true" className={classes("shrink-0 overflow-hidden bg-sunken", className)}>
    {url !== undefined && <ResponsiveImage {...rest} image={{ url: url ?? "", alt: "", width: 150, height: 150 }} />}
  </span>
);
