import { expect, type Page } from "@playwright/test";
import { callApi } from "./api.ts";
import { demoAdmin, signIn } from "./session.ts";

/** Registers an account with a unique name by the API. */
export async function newAccount(page: Page, about = "Person") {
  const mark = crypto.randomUUID().slice(0, 8);
  const person = { fullname: `${about} ${mark}`, email: `${mark}@example.com`, password: "quiet-river-stone" };
  const { user, access_token: token } = await callApi(page, undefined, "post", "/auth/register", person);
  return { ...person, mark, id: user.id as number, token: token as string };
}

/** Whether the API still accepts a token. */
export const isTokenValid = async (page: Page, token: string) =>
  (await page.request.get("/v1/account/profile", { headers: { authorization: `Bearer ${token}` } })).ok();

/** Signs an admin in and opens the list of users. */
export async function openUsers(page: Page, query = "") {
  const token = await signIn(page, demoAdmin);
  await page.goto(`/dashboard/users${query}`);
  await expect(page.getByRole("heading", { level: 1, name: "Customers" })).toBeVisible();
  return token;
}

/** Signs an admin in and opens the page of one user. */
export async function openUser(page: Page, { id, fullname }: { id: number; fullname: string }) {
  const token = await signIn(page, demoAdmin);
  await page.goto(`/dashboard/users/${id}`);
  await expect(page.getByRole("heading", { level: 1, name: fullname })).toBeVisible();
  return token;
}

export const usersTable = (page: Page) => page.getByRole("table", { name: "Customers" });
export const expectIdle = (page: Page) => expect(page.getByRole("progressbar", { name: "Loading..." })).toHaveCount(0);
