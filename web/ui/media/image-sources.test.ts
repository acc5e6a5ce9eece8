import { expect, test } from "vitest";
import { imageSrcSet, imageUrl } from "./image-sources.ts";

const image = { url: "/images/ab12cd/1280.webp", alt: "A mug", width: 500, height: 500 };

test("S15 a thumbnail of 150 px is a stored width of the same image", () => {
  expect(imageUrl(image.url, 150)).toBe("/images/ab12cd/150.webp");
  expect(imageUrl("/images/ab12cd/{w}.{f}", 320, "avif")).toBe("/images/ab12cd/320.avif");
});

test("the widest is the image in full, and none is said to be wider than it", () => {
  expect(imageSrcSet(image)).toBe(
    "/images/ab12cd/150.avif 150w, /images/ab12cd/320.avif 320w, /images/ab12cd/480.avif 480w, " +
      "/images/ab12cd/640.avif 500w",
  );
  expect(imageSrcSet({ ...image, width: 1200 })).toMatch(/\/960\.avif 960w, .*\/1280\.avif 1200w$/);
  expect(imageSrcSet({ ...image, width: 2400 })).toMatch(/\/1280\.avif 1280w$/);
  expect(imageSrcSet({ ...image, width: 2400 }, [1280, 2560])).toMatch(/\/1280\.avif 1280w, .*\/2560\.avif 2400w$/);
  expect(imageSrcSet({ ...image, width: 40 })).toBe("/images/ab12cd/150.avif 40w");
});

test("URLs without sizes are unchanged", () => {
  expect(imageSrcSet({ ...image, url: "/failed_image.png" })).toBeUndefined();
  expect(imageUrl("/failed_image.png", 640)).toBe("/failed_image.png");
});
