import { expect, type Page } from "@playwright/test";
import { elsewhere, enter } from "./buying.ts";
import { demoAdmin } from "./signed-in.ts";

type Made = {
  id: number;
  slug: string;
  name: string;
  version: number;
  variations: { id: number; sku: string | null }[];
};
type Group = { id: number; name: string; values: { id: number; label: string }[] };

/** A name nobody else has: the shop of a worker is shared by its tests. */
export const unique = (words: string) => `${words} ${crypto.randomUUID().slice(0, 8)}`;

/** An administrator at work in the catalogue: opens its screens, and makes by the API what they show. */
export async function merchant(page: Page) {
  const token = await enter(page, demoAdmin);
  const { data: types } = await elsewhere(page, token, "get", "/product-types");
  const make = async (name: string, form: object = {}): Promise<Made> => {
    const body = { name, product_type_id: types[0].id, variations: [{ price_amount: 1900, on_hand: 5 }], ...form };
    return (await elsewhere(page, token, "post", "/product", body)).data;
  };
  const option = async (name: string, labels: string[]): Promise<Group> => {
    const body = { name, values: labels.map((label) => ({ label })) };
    return (await elsewhere(page, token, "post", "/product/option-group", body)).data;
  };
  const read = async (id: number) => (await elsewhere(page, token, "get", `/product/${id}`)).data;
  return { token, type: types[0].name as string, make, option, read };
}

/** Opens a page of the dashboard once what it shows is there. */
export async function openDesk(page: Page, path: string, heading: string) {
  await page.goto(path);
  await expect(page.getByRole("heading", { level: 1, name: heading })).toBeVisible();
}

/** The product that the address says is being edited. */
export async function editedId(page: Page) {
  await expect(page).toHaveURL(/\/dashboard\/products\/create\/\d+$/);
  return Number(page.url().split("/").at(-1));
}

export const save = (page: Page) => page.getByRole("button", { name: "Save", exact: true }).click();
/** What is said in passing, at the bottom right. */
export const said = (page: Page, words: string) => expect(page.getByText(words, { exact: true }).first()).toBeVisible();
