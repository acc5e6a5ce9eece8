import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test, vi } from "vitest";
import type { Image } from "#contract/images.ts";
import { useImageChoice } from "./image-field.tsx";

type Choice = ReturnType<typeof useImageChoice>;

function Field({ onImage, onOpen }: { onImage: (image: Image | null) => void; onOpen: (choice: Choice) => void }) {
  onOpen(useImageChoice(onImage, () => undefined));
  return null;
}

// Its form of then, such as a list of sections, would replace what was edited since.
test("an image that arrives when its field was removed changes nothing", async () => {
  vi.stubGlobal("fetch", async () => Response.json({ data: { id: 7 } }));
  const images: unknown[] = [];
  let choice: Choice | undefined;
  // Rendering to a text shows nothing on a screen.
  renderToStaticMarkup(
    <QueryClientProvider client={new QueryClient()}>
      <Field onImage={(image) => images.push(image)} onOpen={(opened) => (choice = opened)} />
    </QueryClientProvider>,
  );
  expect(await choice?.sending.mutateAsync({ id: 7 })).toEqual({ id: 7 });
  expect(images).toEqual([]);
});
