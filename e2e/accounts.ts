import { expect, type Page } from "@playwright/test";
import { enter } from "./buying.ts";
import { demoAdmin } from "./signed-in.ts";

/** A new account that nobody else has the name of. */
export async function somebody(page: Page, about = "Person") {
  const mark = crypto.randomUUID().slice(0, 8);
  const person = { fullname: `${about} ${mark}`, email: `${mark}@example.com`, password: "quiet-river-stone" };
  const answer = await page.request.post("/v1/auth/register", { data: person });
  expect(answer.status(), await answer.text()).toBe(201);
  const { user, access_token: token } = await answer.json();
  return { ...person, mark, id: user.id as number, token: token as string };
}

/** Whether a token still opens anything. */
export const opens = async (page: Page, token: string) =>
  (await page.request.get("/v1/account/profile", { headers: { authorization: `Bearer ${token}` } })).ok();

/** The list of users, for an administrator. */
export async function openUsers(page: Page, query = "") {
  const token = await enter(page, demoAdmin);
  await page.goto(`/dashboard/users${query}`);
  await expect(page.getByRole("heading", { level: 1, name: "Users" })).toBeVisible();
  return token;
}

/** The page of one of them. */
export async function openUser(page: Page, { id, fullname }: { id: number; fullname: string }) {
  const token = await enter(page, demoAdmin);
  await page.goto(`/dashboard/users/${id}`);
  await expect(page.getByRole("heading", { level: 1, name: fullname })).toBeVisible();
  return token;
}

export const usersTable = (page: Page) => page.getByRole("table", { name: "Users" });
export const nothingUnderWay = (page: Page) =>
  expect(page.getByRole("progressbar", { name: "Loading..." })).toHaveCount(0);
