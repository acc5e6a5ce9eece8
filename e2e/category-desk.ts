import { expect, type Page } from "@playwright/test";
import { enter } from "./buying.ts";
import { demoAdmin } from "./signed-in.ts";

export interface MadeCategory {
  id: number;
  name: string;
  slug: string;
  path: string;
  version: number;
}
type Level = MadeCategory & { subfolder: Level[] };

/** An administrator signed in in the browser, who can also change categories behind the back of the page. */
export async function categoryDesk(page: Page) {
  const token = await enter(page, demoAdmin);
  const ask = async (method: "get" | "post" | "put" | "delete", path: string, data?: object) => {
    const headers = { authorization: `Bearer ${token}` };
    const answer = await page.request[method](`/v1${path}`, { headers, ...(data ? { data } : {}) });
    expect(answer.ok(), `${method} ${path}: ${answer.status()}`).toBe(true);
    return answer.status() === 204 ? undefined : (await answer.json()).data;
  };
  const make = (name: string, more: object = {}): Promise<MadeCategory> =>
    ask("post", "/categories", { name, ...more });
  return {
    ask,
    make,
    /** A top with a name of its own, and categories below it, which bear its name as well. */
    makeTop: async (...names: string[]) => {
      const top = await make(`Test ${crypto.randomUUID().slice(0, 8)}`);
      const below: MadeCategory[] = [];
      for (const name of names) below.push(await make(`${name} of ${top.name}`, { parent_id: top.id }));
      return { top, below };
    },
    /** The names below a category, as they stand in the shop. */
    namesBelow: async ({ id }: MadeCategory) => {
      const tree: Level[] = await ask("get", "/categories/admin");
      const find = (level: Level[]): Level | undefined =>
        level.reduce<Level | undefined>(
          (found, one) => found ?? (one.id === id ? one : find(one.subfolder)),
          undefined,
        );
      return find(tree)?.subfolder.map(({ name }) => name);
    },
    /** Puts a product into a category beside those it is in. */
    fill: async (category: MadeCategory, slug: string) => {
      const { data: shown } = await (await page.request.get(`/v1/product/details/${slug}`)).json();
      const {
        images: _,
        currency: __,
        created_at: ___,
        updated_at: ____,
        id: _____,
        ...form
      } = await ask("get", `/product/${shown.id}`);
      await ask("put", `/product/${shown.id}`, { ...form, category_ids: [...form.category_ids, category.id] });
      return shown.id as number;
    },
  };
}

/** Takes away every category that tests made, whatever became of it: the menu of the shop is that of before. */
export async function clearCategories(page: Page) {
  const { ask } = await categoryDesk(page);
  const flat = (level: Level[]): Level[] => level.flatMap((one) => [...flat(one.subfolder), one]);
  for (const { id, name } of flat(await ask("get", "/categories/admin")))
    if (/\bTest [0-9a-f]{8}\b/.test(name)) await ask("delete", `/categories/${id}?on_products=detach`);
}
