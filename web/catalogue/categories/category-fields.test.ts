import { expect, test } from "vitest";
import { type CategoryFields, findConflicts, toCategoryForm } from "./category-fields.ts";

const before: CategoryFields = {
  name: "Chairs",
  slug: "chairs",
  description: "",
  parent_id: null,
  image: null,
  is_active: true,
};
const image = { id: 7, url: "/images/a/640.webp", alt: "", width: 1, height: 1, dominant: "#fff" };

test("A4 the request has the image id, no empty slug and null for empty texts", () => {
  expect(toCategoryForm({ ...before, slug: " ", image })).toEqual({
    name: "Chairs",
    description: null,
    parent_id: null,
    image_id: 7,
    is_active: true,
  });
  expect(toCategoryForm({ ...before, slug: " seats " }).slug).toBe("seats");
});

test("A4 only fields both sides changed differently are conflicts", () => {
  const theirs = { ...before, name: "Seats", description: "Soft", image };
  const fields = (mine: Partial<CategoryFields>) =>
    findConflicts(before, { ...before, ...mine }, theirs).map(({ field }) => field);
  expect(fields({})).toEqual([]);
  expect(fields({ name: "Seats", is_active: false })).toEqual([]);
  expect(fields({ name: "Stools", description: "Hard", image: { ...image, id: 8 } })).toEqual([
    "name",
    "description",
    "image",
  ]);
});
