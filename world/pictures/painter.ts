import { composePicture } from "./compose.ts";
import { composeCategory } from "./still-lifes.ts";
import type { Wish } from "./studio.ts";

// One painter of the studio: a wish in, a JPEG out.
process.on("message", async ({ id, wish }: { id: number; wish: Wish }) => {
  const jpeg = await (typeof wish === "string" ? composeCategory(wish) : composePicture(wish));
  process.send?.({ id, jpeg });
});
