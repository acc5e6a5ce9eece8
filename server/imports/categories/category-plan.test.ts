import fc from "fast-check";
import { expect, test } from "vitest";
import type { CurrentCategory } from "#server/catalogue/catalogue.ts";
import type { CategoryDraft } from "./category-draft.ts";
import { planCategories } from "./category-plan.ts";

const draft = (id: string, parent: string | null, more: Partial<CategoryDraft> = {}): CategoryDraft => ({
  row: { row: 1, cells: [] },
  key: `id:${id}`,
  parent: parent === null ? null : `id:${parent}`,
  name: id,
  import_key: id,
  ...more,
});
const shelf = (id: number, name: string, import_key: string | null, above?: CurrentCategory): CurrentCategory => ({
  id,
  name,
  import_key,
  parent_id: above?.id ?? null,
  slug: name,
  path: above ? `${above.path}/${name}` : name,
  depth: (above?.depth ?? 0) + 1,
  position: 0,
  ancestor_ids: [...(above?.ancestor_ids ?? []), id],
  description: null,
  is_active: true,
  version: 1,
});

test("A4 in whatever order the rows come, parents are made before their children, and each draft ends in one place", () => {
  const trees = fc
    .array(fc.nat(), { minLength: 1, maxLength: 40 })
    .map((picks) =>
      picks.map((pick, at) => draft(String(at), pick % (at + 1) === at ? null : String(pick % (at + 1)))),
    );
  fc.assert(
    fc.property(
      trees.chain((drafts) => fc.shuffledSubarray(drafts, { minLength: drafts.length })),
      (drafts) => {
        const { creates, errors, updates, skips } = planCategories(drafts, []);
        expect([updates, skips]).toEqual([[], 0]);
        expect(creates.length + errors.length).toBe(drafts.length);
        const made = new Set<string>();
        for (const { draft: one, parent } of creates) {
          if (parent && "key" in parent) expect(made).toContain(parent.key);
          made.add(one.key);
        }
        for (const { code } of errors) expect(["too_deep", "parent_bad"]).toContain(code);
      },
    ),
  );
});

test("A4 a category is found by the file's id, else by its name at that place, which then gets the id", () => {
  const home = shelf(1, "home", "h");
  const byHand = shelf(2, "kitchen", null, home);
  const plan = planCategories(
    [draft("h", null, { name: "home" }), draft("k", "h", { name: "Kitchen" })],
    [home, byHand],
  );
  expect(plan).toMatchObject({ creates: [], skips: 1, adopts: [{ id: 2, import_key: "k" }] });
  expect(plan.updates).toMatchObject([{ current: { id: 2 }, changes: ["name"] }]);
});

test("A4 another parent is a move, and a missing one an error", () => {
  const [a, b] = [shelf(1, "a", "a"), shelf(2, "b", "b")];
  expect(planCategories([draft("b", "a")], [a, b]).updates).toMatchObject([{ parent: { id: 1 }, changes: ["parent"] }]);
  expect(planCategories([draft("c", "nowhere")], [a, b]).errors).toMatchObject([{ code: "parent_missing" }]);
});
