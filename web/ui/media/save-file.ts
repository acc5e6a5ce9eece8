/** Whether a fetched CSV file has lines below its headings. */
export const hasLines = async (csv: unknown): Promise<boolean> => (await (csv as Blob).text()).trim().includes("\n");

const revokeMs = 60_000;

/** Saves a fetched file under a name; a plain link can't carry the session. */
export function saveFile(file: unknown, name: string) {
  const href = URL.createObjectURL(file as Blob);
  Object.assign(document.createElement("a"), { href, download: name }).click();
  // Safari reads it later.
  setTimeout(() => URL.revokeObjectURL(href), revokeMs);
}
