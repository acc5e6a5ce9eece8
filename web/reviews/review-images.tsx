import type { Image } from "#contract/images.ts";
import { imageUrl } from "#web/ui/media/image-sources.ts";
import { ResponsiveImage } from "#web/ui/media/responsive-image.tsx";
import { openDialog } from "#web/ui/overlay/dialog-store.ts";
import { formatShopNumber, say } from "#words/say.ts";

type Props = { images: Image[]; author: string };

/** The images of a review; each opens large, or is a link without script. */
export const ReviewImages = ({ images, author }: Props) => (
  <ul className="flex flex-wrap gap-2" aria-label={say("Photos by {author}", { author })}>
    {images.map((image, at) => (
      <li key={image.id}>
        <a
          href={imageUrl(image.url, 1280)}
          aria-label={say("Photo {at} of {all} by {author}, zoom in", {
            at: formatShopNumber(at + 1),
            all: formatShopNumber(images.length),
            author,
          })}
          className="block size-20 overflow-hidden rounded bg-sunken"
          onClick={(event) => {
            event.preventDefault();
            openDialog({ label: image.alt, fullScreen: true, content: <Large image={image} /> });
          }}
        >
          <ResponsiveImage image={image} alt="" sizes="80px" />
        </a>
      </li>
    ))}
  </ul>
);

const Large = ({ image: { url, alt, width, height } }: { image: Image }) => (
  <img src={imageUrl(url, 1280)} alt={alt} width={width} height={height} className="mx-auto size-full object-contain" />
);
