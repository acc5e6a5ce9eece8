import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { renderToStaticMarkup } from "react-dom/server";
import { MemoryRouter } from "react-router";
import { expect, test, vi } from "vitest";
import { onToast, type Toast } from "#web/ui/feedback/toast-store.ts";
import { useUpload } from "./imports.queries.ts";

type Upload = ReturnType<typeof useUpload>;

function NewImport({ onDone, onOpen }: { onDone: (id: string) => void; onOpen: (upload: Upload) => void }) {
  onOpen(useUpload("products", onDone));
  return null;
}

/** Answers an upload at once. */
class FakeRequest {
  upload = {};
  status = 200;
  responseText = JSON.stringify({ job_id: "7", data: { id: "7", file: "lamps.csv" } });
  onload = () => {};
  open() {}
  setRequestHeader() {}
  getResponseHeader = () => "application/json";
  send() {
    this.onload();
  }
}

test("an upload that ends when another page is shown doesn't lead there but says so, with a link", async () => {
  vi.stubGlobal("XMLHttpRequest", FakeRequest);
  vi.stubGlobal("window", globalThis);
  const opened: string[] = [];
  const toasts: Toast[] = [];
  // What other tests of this worker have left waiting for somebody to show it.
  onToast(() => undefined)();
  const stop = onToast((one) => toasts.push(one));
  let upload: Upload | undefined;
  // Rendering to a text shows nothing on a screen.
  renderToStaticMarkup(
    <MemoryRouter>
      <QueryClientProvider client={new QueryClient()}>
        <NewImport onDone={(id) => opened.push(id)} onOpen={(it) => (upload = it)} />
      </QueryClientProvider>
    </MemoryRouter>,
  );
  await upload?.sending.mutateAsync(new File(["Title"], "lamps.csv")).finally(stop);
  expect(opened).toEqual([]);
  expect(toasts.map(({ title, action }) => [title, action?.label])).toEqual([["lamps.csv is uploaded", "View import"]]);
  toasts[0]?.action?.onClick();
  expect(opened).toEqual(["7"]);
});
