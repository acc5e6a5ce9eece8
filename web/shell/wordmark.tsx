import type { Shop } from "#contract/shop/shop.ts";
import { imageUrl } from "#web/ui/media/image-sources.ts";

/** The merchant's logo, or else the shop's name with its mark. */
export const Brand = ({ name, logo }: Pick<Shop, "name" | "logo">) =>
  logo ? (
    <img
      src={imageUrl(logo.url, 320)}
      alt={name}
      width={logo.width}
      height={logo.height}
      className="h-9 w-auto max-w-48 object-contain"
    />
  ) : (
    <Wordmark name={name} />
  );

/** The shop's name next to its mark, an awning, in the size of the surrounding text. */
export const Wordmark = ({ name }: { name: string }) => (
  <span className="flex min-w-0 items-center gap-[0.45em] font-bold tracking-[-0.035em]">
    <svg viewBox="0 0 24 24" className="size-[1.3em] shrink-0 text-link" fill="currentColor" aria-hidden="true">
      <path d="M4.4 2.5h15.2L22 10a3.33 3.33 0 0 1-6.67 0 3.33 3.33 0 0 1-6.66 0A3.33 3.33 0 0 1 2 10z" />
      <path d="M4.25 15.4h15.5v4.1a2 2 0 0 1-2 2H6.25a2 2 0 0 1-2-2z" opacity=".45" />
    </svg>
    <span className="truncate">{name}</span>
  </span>
);
