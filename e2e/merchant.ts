import { expect, type Page } from "@playwright/test";
import { demoAdmin } from "./signed-in.ts";

type Form = { status: string; variations: { price_amount: number; on_hand: number; reserved: number }[] };

/** A product as anybody sees it. */
export async function productOf(page: Page, slug: string) {
  const answer = await page.request.get(`/v1/product/details/${slug}`);
  expect(answer.status()).toBe(200);
  return (await answer.json()).data as { id: number; name: string; variations: { id: number }[] };
}

/** Changes a product as a merchant would, behind the back of whoever looks at it. */
export async function changeProduct(page: Page, id: number, change: (form: Form) => Partial<Form>) {
  const login = await page.request.post("/v1/auth/login", { data: demoAdmin });
  const headers = { authorization: `Bearer ${(await login.json()).access_token}` };
  const address = `/v1/product/${id}`;
  const { data } = await (await page.request.get(address, { headers })).json();
  const { images: _, currency: __, created_at: ___, updated_at: ____, id: _____, ...form } = data;
  const answer = await page.request.put(address, { headers, data: { ...form, ...change(form) } });
  expect(answer.status(), await answer.text()).toBe(200);
}
