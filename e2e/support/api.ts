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

/** Ships what is left of an order, as staff. Returns the order. */
export async function shipOrder(page: Page, admin: string | undefined, id: string, shipment: object = {}) {
  const { version } = (await callApi(page, admin, "get", `/orders/${id}`)).data;
  return (await callApi(page, admin, "post", `/orders/${id}/fulfilments`, { version, ...shipment })).data;
}

/** Marks the first shipment of an order as delivered, as staff. */
export async function deliverShipment(page: Page, admin: string | undefined, id: string) {
  const { version, fulfilments } = (await callApi(page, admin, "get", `/orders/${id}`)).data;
  await callApi(page, admin, "post", `/fulfilments/${fulfilments[0].id}/deliver`, { version });
}
