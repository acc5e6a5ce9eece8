import { QueryClientProvider } from "@tanstack/react-query";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { queryClient } from "#web/api/call.ts";
import { ReviewImagesField } from "./review-images-field.tsx";

test("R3 photos are chosen by a button in the shop's language, not by that of the browser", () => {
  const drawn = renderToStaticMarkup(
    <QueryClientProvider client={queryClient(() => Promise.reject(new Error("nothing is asked")))}>
      <ReviewImagesField review={null} files={[]} onFiles={() => undefined} />
    </QueryClientProvider>,
  );
  const [input = ""] = drawn.match(/<input[^>]*type="file"[^>]*>/) ?? [];
  expect(input).toMatch(/class="[^"]*\bsr-only\b/);
  const [, id] = input.match(/ id="([^"]+)"/) ?? [];
  expect(drawn).toMatch(new RegExp(`<label for="${id}"[^>]*>(<svg.*?</svg>)?Add photos`));
});
