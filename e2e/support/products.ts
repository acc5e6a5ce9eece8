import { expect, type Page } from "@playwright/test";
import { callApi } from "./api.ts";
import { demoAdmin, signIn } from "./session.ts";

type ProductForm = { status: string; variations: { price_amount: number; on_hand: number; reserved: number }[] };
type Product = {
  id: number;
  slug: string;
  name: string;
  version: number;
  variations: { id: number; sku: string | null }[];
};
type OptionGroup = { id: number; name: string; values: { id: number; label: string }[] };

/** A product as the storefront shows it. */
export async function getProduct(page: Page, slug: string) {
  const { data } = await callApi(page, undefined, "get", `/product/details/${slug}`);
  return data as { id: number; name: string; variations: { id: number }[] };
}

/** Chooses the first available value of every option of a product's page that is not chosen yet. */
export async function chooseOptions(page: Page) {
  const open = page.getByRole("group", { name: /: Select / });
  for (let left = await open.count(); left > 0; left--) {
    await open
      .first()
      .getByRole("radio", { name: /^(?!.*not available)/ })
      .first()
      .click();
    await expect(open).toHaveCount(left - 1);
  }
}

/** Changes a product as an admin, while the page stays open. */
export async function changeProduct(page: Page, id: number, change: (form: ProductForm) => Partial<ProductForm>) {
  const { access_token } = await callApi(page, undefined, "post", "/auth/login", demoAdmin);
  const form = await productForm(page, access_token, id);
  await callApi(page, access_token, "put", `/product/${id}`, { ...form, ...change(form) });
}

/** What a product can be saved with again. */
export async function productForm(page: Page, token: string, id: number) {
  const { data } = await callApi(page, token, "get", `/product/${id}`);
  const { images: _, currency: __, created_at: ___, updated_at: ____, id: _____, ...form } = data;
  return form;
}

/** A name that no other test uses: the tests of a worker share its shop. */
export const uniqueName = (words: string) => `${words} ${crypto.randomUUID().slice(0, 8)}`;

/** Signs an admin in and returns functions that create products and option groups by the API. */
export async function signInAsMerchant(page: Page) {
  const token = await signIn(page, demoAdmin);
  const { data: types } = await callApi(page, token, "get", "/product-types");
  const make = async (name: string, form: object = {}): Promise<Product> => {
    const body = { name, product_type_id: types[0].id, variations: [{ price_amount: 1900, on_hand: 5 }], ...form };
    return (await callApi(page, token, "post", "/product", body)).data;
  };
  const option = async (name: string, labels: string[]): Promise<OptionGroup> => {
    const body = { name, values: labels.map((label) => ({ label })) };
    return (await callApi(page, token, "post", "/product/option-group", body)).data;
  };
  const read = async (id: number) => (await callApi(page, token, "get", `/product/${id}`)).data;
  return { token, type: types[0].name as string, make, option, read };
}

/** Opens a page of the dashboard and waits for its heading. */
export async function openScreen(page: Page, path: string, heading: string) {
  await page.goto(path);
  await expect(page.getByRole("heading", { level: 1, name: heading })).toBeVisible();
}

/** The id of the product in the address of the editor. */
export async function editedId(page: Page) {
  await expect(page).toHaveURL(/\/dashboard\/products\/create\/\d+$/);
  return Number(page.url().split("/").at(-1));
}

export const save = (page: Page) => page.getByRole("button", { name: "Save", exact: true }).click();
export const expectToast = (page: Page, words: string) =>
  expect(page.getByText(words, { exact: true }).first()).toBeVisible();
