import type { FastifyReply } from "fastify";
import sharp from "sharp";
import { z } from "zod";
import { emailFormat, imageFormats, imageWidths } from "#contract/formats/image-sizes.ts";
import { failedImage } from "#contract/images.ts";
import type { App } from "#server/platform/app.ts";
import { getRendition } from "./renditions.ts";

const Wanted = z.object({
  sha256: z.string().regex(/^[0-9a-f]{20}$/),
  width: z.coerce.number<string>().pipe(z.literal(imageWidths)),
  format: z.enum([...imageFormats, emailFormat]),
});

/** Serves image files outside /v1: `/images/<key>/<width>.<format>` and the placeholder. */
export function serveImages({ http, config, limit }: App) {
  http.get(failedImage, { schema: { hide: true } }, async (_request, reply) => {
    reply.header("cache-control", "public, max-age=86400");
    return safely(reply)
      .type("image/png")
      .send(await getPlaceholder());
  });
  http.get<{ Params: { "*": string } }>("/images/*", { schema: { hide: true } }, async (request, reply) => {
    const [, sha256, width, format] = /^([^/]+)\/(\d+)\.(\w+)$/.exec(request.params["*"]) ?? [];
    const wanted = Wanted.safeParse({ sha256, width, format });
    const making = { limit: () => limit("page", request) };
    const bytes = wanted.success ? await getRendition(config, wanted.data, making) : undefined;
    if (!bytes || !wanted.success) return sendPlaceholder(reply);
    // The URL contains the content hash, so its content never changes.
    reply.header("cache-control", "public, max-age=31536000, immutable");
    return safely(reply).type(`image/${wanted.data.format}`).send(bytes);
  });
}

/** 404 with the placeholder, for pages that embed it. */
async function sendPlaceholder(reply: FastifyReply) {
  reply.status(404).header("cache-control", "no-store");
  return safely(reply)
    .type("image/png")
    .send(await getPlaceholder());
}

const safely = (reply: FastifyReply) =>
  reply
    .header("x-content-type-options", "nosniff")
    .header("content-disposition", "inline")
    .header("content-security-policy", "default-src 'none'; sandbox")
    .header("cross-origin-resource-policy", "cross-origin");

// A frame with a sun over hills, in neutral grays.
const drawing = `<svg xmlns="http://www.w3.org/2000/svg" width="640" height="640" viewBox="0 0 640 640">
  <rect width="640" height="640" fill="#f3f3f1"/>
  <g fill="none" stroke="#b9b8b3" stroke-width="12" stroke-linecap="round" stroke-linejoin="round">
    <rect x="196" y="212" width="248" height="216" rx="28"/>
    <circle cx="268" cy="284" r="22"/>
    <path d="M204 404l76-72 46 42 58-64 54 58"/>
  </g>
</svg>`;

let drawn: Promise<Buffer> | undefined;

/** The placeholder image as PNG, drawn once. */
function getPlaceholder(): Promise<Buffer> {
  drawn ??= sharp(Buffer.from(drawing)).png({ palette: true }).toBuffer();
  return drawn;
}
