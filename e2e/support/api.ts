import { expect, type Page } from "@playwright/test";

/** Calls the API of the shop, signed in when a token is given, and returns the body of a successful response. */
export async function callApi(
  page: Page,
  token: string | undefined,
  method: "get" | "post" | "put" | "patch" | "delete",
  path: string,
  data?: object,
  idempotencyKey = crypto.randomUUID() as string,
) {
  const response = await page.request[method](`/v1${path}`, {
    headers: {
      ...(token ? { authorization: `Bearer ${token}` } : {}),
      "idempotency-key": idempotencyKey,
    },
    ...(data ? { data } : {}),
  });
  expect(response.ok(), `${method} ${path}: ${response.status()} ${await response.text()}`).toBe(true);
  return response.status() === 204 ? undefined : response.json();
}
