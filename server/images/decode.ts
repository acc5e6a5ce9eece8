import sharp, { type Sharp } from "sharp";
import { Problem } from "#server/platform/http/problem.ts";
import { text } from "#words/say.ts";

// One core per call: two renditions at once leave the rest to requests.
sharp.concurrency(1);
sharp.cache(false);

const maxPixels = 50_000_000;
const maxSeconds = 20;
const maxEdge = 2560;
/** Images up to this size are stored lossless: they are small, and lossy edges are visible. */
const drawingEdge = 640;

/** A sanitized image: decoded, rotated upright, without metadata, re-encoded. */
export interface DecodedImage {
  original: Buffer;
  mime: "image/webp";
  width: number;
  height: number;
  /** Mean color, as #rrggbb. */
  dominant: string;
}

/** Opens image bytes with limits of size and time. Only the first frame of animations. */
export const openImage = (bytes: Buffer | string): Sharp =>
  sharp(bytes, { limitInputPixels: maxPixels, failOn: "error", pages: 1 }).timeout({ seconds: maxSeconds });

/** The type of an image by its content. Throws `upload_unreadable` if it isn't one that an upload may be. */
export function assertKind(bytes: Buffer) {
  const kind = detectKind(bytes);
  if (!kind) throw new Problem("upload_unreadable", { message: text("Upload a JPEG, PNG, WebP, AVIF or GIF image.") });
  return kind;
}

/** Decodes and sanitizes an upload. Throws `upload_unreadable` if it is not a complete image within the limits. */
export async function decodeImage(bytes: Buffer): Promise<DecodedImage> {
  const kind = assertKind(bytes);
  try {
    const upright = openImage(bytes)
      .autoOrient()
      .resize({ width: maxEdge, height: maxEdge, fit: "inside", withoutEnlargement: true });
    const { data, info } = await upright.toColourspace("srgb").raw().toBuffer({ resolveWithObject: true });
    const raw = { width: info.width, height: info.height, channels: info.channels };
    const drawing = (kind === "png" || kind === "gif") && Math.max(info.width, info.height) <= drawingEdge;
    const original = await sharp(data, { raw })
      .webp(drawing ? { lossless: true, effort: 4 } : { quality: 90, effort: 3 })
      .toBuffer();
    const [red = 0, green = 0, blue = 0] = await sharp(data, { raw })
      .flatten({ background: "#ffffff" })
      .resize(1, 1, { fit: "fill" })
      .raw()
      .toBuffer();
    return { original, mime: "image/webp", width: info.width, height: info.height, dominant: hex(red, green, blue) };
  } catch (error) {
    throw new Problem("upload_unreadable", { message: describeError(error as Error) });
  }
}

const hex = (...parts: number[]) => `#${parts.map((part) => part.toString(16).padStart(2, "0")).join("")}`;

function describeError({ message }: Error) {
  if (/pixel limit/i.test(message)) return text("This image has more than 50 million pixels. Upload a smaller one.");
  if (/timeout/i.test(message)) return text("This image took too long to process. Try another one.");
  return text("This image is damaged or incomplete. Upload another one.");
}

const ascii = (bytes: Buffer, from: number, to: number) => bytes.toString("latin1", from, to);

/** The file type by content, whatever the name says; undefined for unsupported types (SVG, HTML, TIFF, ...). */
function detectKind(bytes: Buffer): "jpeg" | "png" | "gif" | "webp" | "avif" | undefined {
  if (bytes.subarray(0, 3).equals(Buffer.from([0xff, 0xd8, 0xff]))) return "jpeg";
  if (ascii(bytes, 0, 8) === "\x89PNG\r\n\x1a\n") return "png";
  if (/^GIF8[79]a$/.test(ascii(bytes, 0, 6))) return "gif";
  if (ascii(bytes, 0, 4) === "RIFF" && ascii(bytes, 8, 12) === "WEBP") return "webp";
  if (ascii(bytes, 4, 8) === "ftyp" && /avi[fs]/.test(ascii(bytes, 8, 32))) return "avif";
  return undefined;
}
