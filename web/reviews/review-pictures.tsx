import type { Image } from "#contract/images.ts";
import { Picture } from "#web/ui/media/picture.tsx";
import { pictureUrl } from "#web/ui/media/picture-sources.ts";
import { openDialog } from "#web/ui/overlay/dialog-store.ts";
import { formatShopNumber, say } from "#words/say.ts";

type Props = { pictures: Image[]; author: string };

/** The images of a review; each opens large, or is a link without script. */
export const ReviewPictures = ({ pictures, author }: Props) => (
  <ul className="flex flex-wrap gap-2" aria-label={say("Photos by {author}", { author })}>
    {pictures.map((picture, at) => (
      <li key={picture.id}>
        <a
          href={pictureUrl(picture.url, 1280)}
          aria-label={say("Photo {at} of {all} by {author}, zoom in", {
            at: formatShopNumber(at + 1),
            all: formatShopNumber(pictures.length),
            author,
          })}
          className="block size-20 overflow-hidden rounded bg-sunken"
          onClick={(event) => {
            event.preventDefault();
            openDialog({ label: picture.alt, fullScreen: true, content: <Large picture={picture} /> });
          }}
        >
          <Picture image={picture} alt="" sizes="80px" />
        </a>
      </li>
    ))}
  </ul>
);

const Large = ({ picture: { url, alt, width, height } }: { picture: Image }) => (
  <img
    src={pictureUrl(url, 1280)}
    alt={alt}
    width={width}
    height={height}
    className="mx-auto size-full object-contain"
  />
);
