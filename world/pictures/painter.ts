import { composePicture } from "./compose.ts";
import type { PictureRecipe } from "./recipes.ts";

// One painter of the studio: a recipe in, a JPEG out.
process.on("message", async ({ id, recipe }: { id: number; recipe: PictureRecipe }) => {
  process.send?.({ id, jpeg: await composePicture(recipe) });
});
