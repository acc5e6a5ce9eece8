import type { Page } from "@playwright/test";
import { callApi } from "./api.ts";
import { getProduct, productForm } from "./products.ts";
import { demoAdmin, signIn } from "./session.ts";

export interface MadeCategory {
  id: number;
  name: string;
  slug: string;
  path: string;
  version: number;
}
type Level = MadeCategory & { subfolder: Level[] };

/** Signs an admin in and returns functions that create and read categories by the API. */
export async function signInToCategories(page: Page) {
  const token = await signIn(page, demoAdmin);
  const ask = async (method: "get" | "post" | "put" | "delete", path: string, data?: object) =>
    (await callApi(page, token, method, path, data))?.data;
  const make = (name: string, more: object = {}): Promise<MadeCategory> =>
    ask("post", "/categories", { name, ...more });
  return {
    ask,
    make,
    /** A top-level category with a unique name, and categories below it whose names contain it. */
    makeTop: async (...names: string[]) => {
      const top = await make(`Test ${crypto.randomUUID().slice(0, 8)}`);
      const below: MadeCategory[] = [];
      for (const name of names) below.push(await make(`${name} of ${top.name}`, { parent_id: top.id }));
      return { top, below };
    },
    /** The names of the categories below one, in their order. */
    namesBelow: async ({ id }: MadeCategory) => {
      const tree: Level[] = await ask("get", "/categories/admin");
      const find = (level: Level[]): Level | undefined =>
        level.reduce<Level | undefined>(
          (found, one) => found ?? (one.id === id ? one : find(one.subfolder)),
          undefined,
        );
      return find(tree)?.subfolder.map(({ name }) => name);
    },
    /** Adds a product to a category. */
    fill: async (category: MadeCategory, slug: string) => {
      const { id } = await getProduct(page, slug);
      const form = await productForm(page, token, id);
      await ask("put", `/product/${id}`, { ...form, category_ids: [...form.category_ids, category.id] });
      return id;
    },
  };
}

/** Deletes every category that tests made, so that the shop's menu is as before. */
export async function clearCategories(page: Page) {
  const { ask } = await signInToCategories(page);
  const flat = (level: Level[]): Level[] => level.flatMap((one) => [...flat(one.subfolder), one]);
  for (const { id, name } of flat(await ask("get", "/categories/admin")))
    if (/\bTest [0-9a-f]{8}\b/.test(name)) await ask("delete", `/categories/${id}?on_products=detach`);
}

/** Makes the dashboard show 4,700 categories: 10 at the top, each with 469 below, or all of them at the top. */
export async function showManyCategories(page: Page, { isFlat = false } = {}) {
  const one = (id: number, name: string, subfolder: object[] = []) => ({
    id,
    name,
    slug: `c-${id}`,
    path: `c-${id}`,
    position: 0,
    product_count: 0,
    image: null,
    is_active: true,
    version: 1,
    subfolder_count: subfolder.length,
    subfolder,
  });
  const shelves = (top: number) =>
    Array.from({ length: 469 }, (_, at) => one(900_001 + top * 1000 + at, `Shelf ${top} ${at}`));
  const tops = Array.from({ length: 10 }, (_, top) => top);
  const data = isFlat
    ? tops.flatMap((top) => [one(900_000 + top * 1000, `Large ${top}`), ...shelves(top)])
    : tops.map((top) => one(900_000 + top * 1000, `Large ${top}`, shelves(top)));
  await page.route("**/v1/categories/admin*", (route) => route.fulfill({ json: { data } }));
}
