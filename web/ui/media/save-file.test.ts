import { expect, test, vi } from "vitest";
import { hasLines, saveFile } from "./save-file.ts";

test("a file is there long enough for browsers that read it after the click", () => {
  vi.useFakeTimers();
  const events: string[] = [];
  vi.spyOn(URL, "createObjectURL").mockImplementation(() => "blob:1");
  vi.spyOn(URL, "revokeObjectURL").mockImplementation((url) => void events.push(`revoked ${url}`));
  const link = { click: () => events.push("clicked") };
  vi.stubGlobal("document", { createElement: () => link });
  try {
    saveFile(new Blob(["a"]), "a.csv");
    expect(link).toMatchObject({ href: "blob:1", download: "a.csv" });
    vi.advanceTimersByTime(10_000);
    expect(events).toEqual(["clicked"]);
    vi.advanceTimersByTime(60_000);
    expect(events).toEqual(["clicked", "revoked blob:1"]);
  } finally {
    vi.useRealTimers();
  }
});

test.each([
  ["\ufeffnumber,total\n", false],
  ["\ufeffnumber,total\n1,5.00\n", true],
])("a CSV file of only its headings has no lines: %j", async (text, has) => {
  expect(await hasLines(new Blob([text]))).toBe(has);
});
