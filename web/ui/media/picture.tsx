import { type ComponentProps, type CSSProperties, useState } from "react";
import { classes } from "#web/ui/layout/classes.ts";
import { type PictureImage, pictureSrcSet, pictureUrl } from "./picture-sources.ts";

type Props = Omit<ComponentProps<"img">, "src" | "srcSet" | "alt" | "width" | "height"> & {
  image: PictureImage | null | undefined;
  /** How wide it is shown, as CSS: "(max-width: 768px) 50vw, 300px". */
  sizes: string;
  /** The kept widths a browser may choose from; all of them unless told otherwise. */
  widths?: readonly number[];
  /** In the first screen: loaded at once, before others. All else waits until it is near. */
  priority?: boolean;
  /** Replaces the picture's own words; "" where the words stand beside it anyway. */
  alt?: string;
};

/** A picture that fills what holds it, in the smallest fitting size; a placeholder where there is none or it fails. */
export function Picture({ image, sizes, widths, priority = false, alt, className, ...rest }: Props) {
  const [failed, setFailed] = useState<string>();
  const usable = image && image.url !== failed ? image : null;
  const avif = usable && pictureSrcSet(usable, widths);
  // Whoever knows no AVIF gets one good WebP: a second list of sizes would double every tile of a page.
  return (
    <picture className="contents">
      {avif && <source type="image/avif" srcSet={avif} sizes={sizes} />}
      <img
        decoding={priority ? "sync" : "async"}
        loading={priority ? "eager" : "lazy"}
        fetchPriority={priority ? "high" : undefined}
        {...rest}
        key={usable?.url ?? "placeholder"}
        ref={(img) => {
          // It may have arrived, or failed, before this script ran.
          if (img?.complete && img.naturalWidth > 0) uncover(img);
          else if (img?.complete && usable && img.currentSrc) setFailed(usable.url);
        }}
        src={usable ? pictureUrl(usable.url, usable.width < 640 ? 150 : 640) : "/failed_image.png"}
        alt={alt ?? image?.alt ?? ""}
        width={usable?.width ?? 640}
        height={usable?.height ?? 640}
        style={usable?.dominant ? ({ "--tint": usable.dominant } as CSSProperties) : undefined}
        className={classes("picture", className)}
        onLoad={(event) => uncover(event.currentTarget)}
        onError={() => usable && setFailed(usable.url)}
      />
    </picture>
  );
}

/** A picture may be see-through: once it is there, the colour that stood in for it goes. */
const uncover = (img: HTMLImageElement) => img.style.removeProperty("--tint");
