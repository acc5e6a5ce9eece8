import { type RawBuilder, sql } from "kysely";
import type { imageWidths } from "#contract/formats/image-sizes.ts";
import { imageKeyLength } from "./image-url.ts";

/** The URL of an image's rendition, as `imageUrl` writes it, from an expression of its content hash; null without one. */
export const imageUrlOf = (sha256: RawBuilder<unknown>, width: (typeof imageWidths)[number]) =>
  sql`'/images/' || left(${sha256}, ${sql.lit(imageKeyLength)}) || ${sql.lit(`/${width}.webp`)}`;
