import { expect, test } from "vitest";
import { bothChanged, type CategoryFields, formOf } from "./category-fields.ts";

const before: CategoryFields = {
  name: "Chairs",
  slug: "chairs",
  description: "",
  parent_id: null,
  image: null,
  is_active: true,
};
const image = { id: 7, url: "/images/a/640.webp", alt: "", width: 1, height: 1, dominant: "#fff" };

test("A4 what is sent names the picture, leaves out an empty slug and says nothing where nothing was written", () => {
  expect(formOf({ ...before, slug: " ", image })).toEqual({
    name: "Chairs",
    description: null,
    parent_id: null,
    image_id: 7,
    is_active: true,
  });
  expect(formOf({ ...before, slug: " seats " }).slug).toBe("seats");
});

test("A4 one chooses only where both changed the same to something else", () => {
  const theirs = { ...before, name: "Seats", description: "Soft", image };
  const fields = (mine: Partial<CategoryFields>) =>
    bothChanged(before, { ...before, ...mine }, theirs).map(({ field }) => field);
  expect(fields({})).toEqual([]);
  expect(fields({ name: "Seats", is_active: false })).toEqual([]);
  expect(fields({ name: "Stools", description: "Hard", image: { ...image, id: 8 } })).toEqual([
    "name",
    "description",
    "image",
  ]);
});
