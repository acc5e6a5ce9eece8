import { parentPort } from "node:worker_threads";
import { composePicture } from "./compose.ts";
import type { PictureRecipe } from "./recipes.ts";

// One thread of the studio: a recipe in, a JPEG out.
parentPort?.on("message", async ({ id, recipe }: { id: number; recipe: PictureRecipe }) => {
  parentPort?.postMessage({ id, jpeg: await composePicture(recipe) });
});
