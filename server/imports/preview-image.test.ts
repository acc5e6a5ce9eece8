import sharp from "sharp";
import { expect, test, vi } from "vitest";
import { thumbnailOf } from "#server/images/images.ts";
import { getPreviewImage } from "./preview-image.ts";

const hosts = vi.hoisted(() => ({ now: 0, most: 0, asked: 0, answer: () => Promise.resolve() }));
vi.mock("#server/images/images.ts", async (load) => ({
  ...(await load<object>()),
  fetchBytes: async () => {
    hosts.asked++;
    hosts.now++;
    hosts.most = Math.max(hosts.most, hosts.now);
    await hosts.answer();
    hosts.now--;
    return Buffer.alloc(10);
  },
}));
vi.mock("./imports.sql.ts", async (load) => ({
  ...(await load<object>()),
  findJob: async () => ({
    summary: {
      products: Array.from({ length: 300 }, (_, row) => ({ row, image: `https://supplier.example/${row}.png` })),
    },
  }),
}));
const read = (row: number) => getPreviewImage({} as never, "/nowhere", { id: "x", row }).catch((error) => error.code);

test("the preview reads four images at a time, others wait, and too many are asked to come again", async () => {
  const { promise, resolve } = Promise.withResolvers<undefined>();
  hosts.answer = async () => void (await promise);
  const asked = Array.from({ length: 300 }, (_, row) => read(row));
  expect(await asked.at(-1)).toBe("busy");
  resolve(undefined);
  const codes = await Promise.all(asked);
  expect(hosts.most).toBe(4);
  expect(codes.filter((code) => code === "busy")).toHaveLength(300 - 104);
  expect(codes.filter((code) => code === "not_found")).toHaveLength(104);
});

test("the same image is read once for all who ask for it meanwhile", async () => {
  hosts.asked = 0;
  expect(await Promise.all([read(7), read(7), read(7)])).toEqual(["not_found", "not_found", "not_found"]);
  expect(hosts.asked).toBe(1);
});

test("the preview decodes what an upload may be, and neither SVG nor TIFF", async () => {
  const image = sharp({ create: { width: 9, height: 9, channels: 3, background: "#123456" } });
  const svg = Buffer.from(
    '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><rect width="9" height="9"/></svg>',
  );
  for (const bytes of [svg, await image.tiff().toBuffer()])
    await expect(thumbnailOf(bytes)).rejects.toMatchObject({ code: "upload_unreadable" });
  expect((await sharp(await thumbnailOf(await image.png().toBuffer())).metadata()).format).toBe("webp");
});
