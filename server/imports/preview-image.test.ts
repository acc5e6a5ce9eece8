import sharp from "sharp";
import { expect, test } from "vitest";
import { thumbnailOf } from "#server/images/images.ts";
import { readOnce } from "./preview-image.ts";

const image = Buffer.alloc(10);

test("the preview reads four images at a time, others wait, and too many are asked to come again", async () => {
  const { promise, resolve } = Promise.withResolvers<undefined>();
  let now = 0;
  let most = 0;
  const work = async () => {
    most = Math.max(most, ++now);
    await promise;
    now--;
    return image;
  };
  const asked = Array.from({ length: 300 }, (_, row) => readOnce(`${row}`, work).catch((error) => error.code));
  expect(await asked.at(-1)).toBe("busy");
  resolve(undefined);
  const answers = await Promise.all(asked);
  expect(most).toBe(4);
  expect(answers.filter((code) => code === "busy")).toHaveLength(300 - 104);
  expect(answers.filter((answer) => answer === image)).toHaveLength(104);
});

test("the same image is read once for all who ask for it meanwhile", async () => {
  let asked = 0;
  const read = () =>
    readOnce("7", async () => {
      asked++;
      return image;
    });
  expect(await Promise.all([read(), read(), read()])).toEqual([image, image, image]);
  expect(asked).toBe(1);
});

test("the preview decodes what an upload may be, and neither SVG nor TIFF", async () => {
  const square = sharp({ create: { width: 9, height: 9, channels: 3, background: "#123456" } });
  const svg = Buffer.from(
    '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><rect width="9" height="9"/></svg>',
  );
  for (const bytes of [svg, await square.tiff().toBuffer()])
    await expect(thumbnailOf(bytes)).rejects.toMatchObject({ code: "upload_unreadable" });
  expect((await sharp(await thumbnailOf(await square.png().toBuffer())).metadata()).format).toBe("webp");
});
