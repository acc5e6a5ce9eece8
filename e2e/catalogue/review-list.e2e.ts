import { expect } from "@playwright/test";
import { callApi } from "#e2e/support/api.ts";
import { entriesOf } from "#e2e/support/reviews.ts";
import { checkScreen } from "#e2e/support/screens.ts";
import { newCustomer, visit, waitForHydration } from "#e2e/support/session.ts";
import { test } from "#e2e/support/shared-page.ts";

type Said = { id: number; author: string; title: string; body: string; helpful: number };

test("R3 C4 reviews are filtered by stars, sorted and counted", async ({ page, request }) => {
  const { data } = await (await request.get("/v1/product?sort=rating&per_page=100&facets=false")).json();
  const many = data.toSorted(
    (a: { rating: { count: number } }, b: { rating: { count: number } }) => b.rating.count - a.rating.count,
  )[0];
  await visit(page, `/details/${many.slug}`);
  const reviews = page.getByRole("region", { name: "Reviews" });
  const bar = reviews
    .getByRole("button", { name: /^\d stars? \d+$/ })
    .and(reviews.locator(":enabled"))
    .first();
  const [, stars, count] = /^(\d) stars?(\d+)$/.exec((await bar.textContent()) ?? "") ?? [];
  await bar.click();
  await expect(reviews.getByRole("status")).toHaveText(
    `${count} ${count === "1" ? "review" : "reviews"} with ${stars} ${stars === "1" ? "star" : "stars"}`,
  );
  await bar.click();
  await reviews.getByRole("combobox", { name: "Sort reviews by" }).selectOption("Lowest rated first");
  const requested = async (query: string) =>
    (await (await request.get(`/v1/product/${many.id}/reviews?${query}`)).json()).data as Said[];
  const worst = await requested("sort=worst&per_page=5");
  await expect(
    reviews
      .getByRole("listitem")
      .filter({ has: page.getByRole("heading", { level: 3 }) })
      .first(),
  ).toContainText(worst[0]?.author ?? "nobody");
  // The oldest one gets one helpful vote more than any other.
  const all = await requested("sort=newest&per_page=100");
  const last = all.at(-1) as Said;
  for (let most = Math.max(...all.map(({ helpful }) => helpful)); most >= last.helpful; most--) {
    const { session } = await newCustomer(page);
    await callApi(page, session.access_token ?? "", "post", `/reviews/${last.id}/vote`, { value: 1 });
  }
  await page.reload();
  await waitForHydration(page);
  await reviews.getByRole("combobox", { name: "Sort reviews by" }).selectOption("Most helpful first");
  const others = all.filter((one) => one !== last).toSorted((one, other) => other.helpful - one.helpful);
  await expect(entriesOf(page)).toContainText([last, ...others].slice(0, 5).map(({ title, body }) => title || body));
});

test("R3 the reviews of the next product start unfiltered, unsorted and at the first page", async ({
  page,
  request,
}) => {
  type Rated = { id: number; slug: string; name: string; rating: { count: number } };
  const requested = async (path: string) => (await (await request.get(`/v1${path}`)).json()).data as Rated[];
  const byCount = (await requested("/product?sort=rating&per_page=100&facets=false")).toSorted(
    (a, b) => b.rating.count - a.rating.count,
  );
  for (const { id, slug } of byCount) {
    const next = (await requested(`/product/related/${id}?per_page=4`)).find(({ rating }) => rating.count > 1);
    if (!next) continue;
    await visit(page, `/details/${slug}`);
    const reviews = page.getByRole("region", { name: "Reviews" });
    const order = reviews.getByRole("combobox", { name: "Sort reviews by" });
    await order.selectOption("Lowest rated first");
    const bar = reviews.getByRole("button", { name: /^\d stars? \d+$/ }).and(reviews.locator(":enabled"));
    await bar.first().click();
    await expect(reviews.getByRole("status")).toContainText("with");
    await page.getByRole("main").getByRole("link", { name: next.name, exact: true }).first().click();
    await expect(page.getByRole("heading", { level: 1, name: next.name })).toBeVisible();
    await expect(reviews.getByRole("status")).toHaveText(`${next.rating.count} reviews`);
    await expect(order).toHaveValue("newest");
    return;
  }
  throw new Error("No product with reviews leads to another.");
});

test("R3 a review page that no longer exists leads to the first", async ({ page, request }) => {
  const { data } = await (await request.get("/v1/product?sort=rating&per_page=1&facets=false")).json();
  const listed = await (await request.get(`/v1/product/${data[0].id}/reviews`)).json();
  const meta = { page: 1, per_page: 5, total: 6, pages: 2 };
  await page.route(/\/reviews\?/, (route) =>
    route.request().url().includes("page=2")
      ? route.fulfill({ json: { data: [], meta: { ...meta, page: 2, total: 5, pages: 1 } } })
      : route.fulfill({ json: { ...listed, meta } }),
  );
  await visit(page, `/details/${data[0].slug}`);
  const reviews = page.getByRole("region", { name: "Reviews" });
  await reviews.getByRole("combobox", { name: "Sort reviews by" }).selectOption("Oldest first");
  await reviews.getByRole("button", { name: "Next" }).click();
  await expect(reviews.getByRole("heading", { name: "Page not found" })).toBeVisible();
  await checkScreen(page, "#reviews");
  await reviews.getByRole("button", { name: "Go to the first page" }).click();
  await expect(reviews.getByText("Page 1 of 2")).toBeVisible();
});
