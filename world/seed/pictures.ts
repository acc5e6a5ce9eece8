import { refreshProducts } from "#server/catalogue/catalogue.ts";
import { addPicture, keepOwnPicture } from "#server/images/images.ts";
import type { App } from "#server/platform/app.ts";
import { changed, inTransaction } from "#server/platform/database/transaction.ts";
import { products } from "#world/catalogue.ts";
import { categories } from "#world/categories.ts";
import { type PictureRecipe, picturesOf } from "#world/pictures/recipes.ts";
import { composeAll, type Staff } from "#world/pictures/studio.ts";
import type { WorldProduct } from "#world/shapes.ts";
import { bareCategories, colourIds, paintedPlaces, productIds, setCategoryPicture } from "./backdating.sql.ts";

interface Commission {
  product: WorldProduct;
  recipe: PictureRecipe;
  position: number;
}

/** Paints pictures of products and hangs them; the products are shown with them at once, a dozen at a time. */
export async function paint(app: App, commissions: Commission[], staff?: Staff): Promise<void> {
  if (commissions.length === 0) return;
  const [ids, colours] = await Promise.all([productIds(app.db), colourIds(app.db)]);
  const of = new Map(commissions.map((commission) => [commission.recipe, commission]));
  let done: { commission: Commission; sha256: string }[] = [];
  const hang = async () => {
    const batch = done;
    done = [];
    await inTransaction(app.db, async (tx) => {
      for (const {
        commission: { product, recipe, position },
        sha256,
      } of batch)
        await addPicture(tx, {
          sha256,
          alt: recipe.alt,
          product_id: ids.get(product.slug) ?? null,
          option_value_id: recipe.colour === undefined ? null : (colours.get(recipe.colour) ?? null),
          position,
        });
      await refreshProducts(tx, [...new Set(batch.map(({ commission }) => ids.get(commission.product.slug) ?? 0))]);
    });
  };
  const handOver = async (recipe: PictureRecipe, jpeg: Buffer) => {
    const { sha256 } = await keepOwnPicture(app, jpeg);
    done.push({ commission: of.get(recipe)!, sha256 }); // composeAll hands back the recipes it was given
    if (done.length >= batchSize) await hang();
  };
  await composeAll([...of.keys()], handOver, staff);
  await hang();
}

const batchSize = 24;

/** What is still to be painted, in the order of the gallery. */
export async function unpainted({ db }: App): Promise<Commission[]> {
  const there = await paintedPlaces(db);
  return products
    .flatMap((product) => picturesOf(product).map((recipe, position) => ({ product, recipe, position })))
    .filter(({ product, position }) => !there.has(`${product.slug} ${position}`))
    .sort((one, other) => one.position - other.position);
}

/** Paints the world's categories down to a depth that have no picture; those somebody added since are theirs to picture. */
export async function paintCategories(app: App, depth: number, staff?: Staff): Promise<void> {
  const known = new Set(categories.map(({ path }) => path));
  const paths = (await bareCategories(app.db, depth)).filter((bare) => known.has(bare));
  await composeAll(
    paths,
    async (path, jpeg) => {
      const { sha256 } = await keepOwnPicture(app, jpeg);
      await inTransaction(app.db, async (tx) => {
        await setCategoryPicture(tx, path, (await addPicture(tx, { sha256, alt: "" })).id);
        await changed(tx, "categories", "catalogue");
      });
    },
    { ...staff, painters: 1 },
  );
}
