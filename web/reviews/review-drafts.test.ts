import { beforeEach, expect, test, vi } from "vitest";
import { clearPersonalStorage } from "#web/api/browser-storage.ts";

const text = { rating: "4", title: "Good", body: "It boils" };
const photo = new File(["x"], "mine.png");
let drafts: typeof import("./review-drafts.ts");

/** The module as after loading the document again. */
async function loadDocument() {
  vi.resetModules();
  drafts = await import("./review-drafts.ts");
}

beforeEach(async () => {
  // Storage has its items as own properties, which is how they are listed.
  const items: Record<string, unknown> = {};
  const methods = {
    getItem: (key: string) => items[key] ?? null,
    setItem: (key: string, value: string) => void (items[key] = value),
    removeItem: (key: string) => void delete items[key],
  };
  for (const [name, value] of Object.entries(methods)) Object.defineProperty(items, name, { value });
  vi.stubGlobal("localStorage", items);
  vi.stubGlobal("sessionStorage", {});
  await loadDocument();
});

test("what was written stays after a reload until it is sent, its images until then", async () => {
  drafts.saveReviewDraft(7, 1, { text, files: [photo] });
  drafts.saveReviewDraft(7, 2, { text: { ...text, title: "Bad" }, files: [] });
  expect(drafts.reviewDraftOf(7, 1)).toEqual({ text, files: [photo] });
  await loadDocument();
  expect(drafts.reviewDraftOf(7, 1)).toEqual({ text, files: [] });
  drafts.deleteReviewDraft(7, 1);
  expect(drafts.reviewDraftOf(7, 1)).toBeUndefined();
  expect(drafts.reviewDraftOf(7, 2)?.text.title).toBe("Bad");
});

test("another customer sees none, nor does anybody after signing out", () => {
  drafts.saveReviewDraft(7, 1, { text, files: [photo] });
  expect(drafts.reviewDraftOf(8, 1)).toBeUndefined();
  drafts.saveReviewDraft(8, 2, { text, files: [] });
  expect(drafts.reviewDraftOf(7, 1)).toBeUndefined();
  clearPersonalStorage();
  expect(drafts.reviewDraftOf(8, 2)).toBeUndefined();
});
