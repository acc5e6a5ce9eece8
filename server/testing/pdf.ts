import { inflateSync } from "node:zlib";

/** A stream of an object. Not with an optional \r before its end, which may be the last byte of compressed data. */
const stream = /stream\n([\s\S]*?)\nendstream/g;

/** The decompressed content of a PDF: pages, fonts, attached files. */
export function streamsOf(pdf: Buffer): string[] {
  const text = pdf.toString("latin1");
  return [...text.matchAll(stream)].map(([, body]) => inflated(body ?? ""));
}

function inflated(body: string): string {
  try {
    return inflateSync(Buffer.from(body, "latin1")).toString("latin1");
  } catch {
    return "";
  }
}

/** A run of text on a page of a PDF; `y` grows upwards, as in PDFs. */
export interface Written {
  text: string;
  left: number;
  right: number;
  bottom: number;
  top: number;
}

/** The runs of text on each page of a PDF of the shop. */
export function pagesOf(pdf: Buffer): Written[][] {
  const objects = new Map(
    [...pdf.toString("latin1").matchAll(/(\d+) 0 obj\n([\s\S]*?)\nendobj/g)].map(([, id, body]) => [id, body ?? ""]),
  );
  const follow = (body: string, name: string) =>
    objects.get(body.match(new RegExp(`/${name} \\[?(\\d+) 0 R`))?.[1]) ?? "";
  const pages = [...objects.values()].filter((body) => /\/Type \/Page\n/.test(body));
  return pages.map((page) => {
    const fonts = follow(page, "Resources");
    return shown(inflated(streamIn(follow(page, "Contents")))).map(({ font, ...run }) =>
      measured(run, fontIn(follow(fonts, font), follow)),
    );
  });
}

const streamIn = (body: string) => [...body.matchAll(stream)][0]?.[1] ?? "";

/** What a page shows: in which font, how large and where each text begins. */
function shown(content: string) {
  const texts = content.matchAll(/1 0 0 1 (\S+) (\S+) Tm\n\/(\w+) (\S+) Tf\n\[(.*?)\] TJ/g);
  return [...texts].map(([, left, base, font = "", size, parts = ""]) => ({
    font,
    left: Number(left),
    base: Number(base),
    size: Number(size),
    parts: [...parts.matchAll(/<([0-9a-f]*)> ?(-?[\d.]+)?/g)].map(([, glyphs = "", back]) => ({
      glyphs: (glyphs.match(/.{4}/g) ?? []).map((glyph) => Number.parseInt(glyph, 16)),
      back: Number(back ?? 0),
    })),
  }));
}

/** The characters and widths of a font's glyphs. */
function fontIn(font: string, follow: (body: string, name: string) => string) {
  const widths = follow(font, "DescendantFonts").match(/\/W \[0 \[([\d. ]*)\]\]/)?.[1] ?? "";
  const characters = [...inflated(streamIn(follow(font, "ToUnicode"))).matchAll(/\[(<.*>)\]/g)];
  return {
    widths: widths.split(" ").map(Number),
    characters: characters.flatMap(([, row = ""]) =>
      [...row.matchAll(/<([0-9a-f]+)>/g)].map(([, code]) => String.fromCodePoint(Number.parseInt(code ?? "0", 16))),
    ),
  };
}

function measured(
  { left, base, size, parts }: Omit<ReturnType<typeof shown>[number], "font">,
  { widths, characters }: ReturnType<typeof fontIn>,
): Written {
  const glyphs = parts.flatMap((part) => part.glyphs);
  const ahead = glyphs.reduce((sum, glyph) => sum + (widths[glyph] ?? Number.NaN), 0);
  const back = parts.reduce((sum, part) => sum + part.back, 0);
  const right = left + ((ahead - back) * size) / 1000;
  const text = glyphs.map((glyph) => characters[glyph]).join("");
  return { text, left, right, bottom: base - 0.2 * size, top: base + 0.7 * size };
}
