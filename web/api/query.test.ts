import { expect, test } from "vitest";
import { CallProblem } from "./call-problem.ts";
import { isRetryable, query, queryClient } from "./query.ts";

test("S14 temporary failures are retried three times, problems are not", () => {
  const retried = [0, 400, 401, 403, 404, 408, 409, 422, 425, 429, 500, 503].filter((status) =>
    isRetryable(0, new CallProblem(status, {})),
  );
  expect(retried).toEqual([0, 408, 425, 429, 500, 503]);
  expect([isRetryable(2, new Error()), isRetryable(3, new Error())]).toEqual([true, false]);
});

test("S14 the defaults: delays doubling up to 30 s, fresh for 5 minutes, no refetch on focus, also offline", () => {
  const { queries } = queryClient(async () => ({}) as never).getDefaultOptions();
  const delay = queries?.retryDelay as (attempt: number) => number;
  expect([0, 1, 2, 4, 5, 9].map(delay)).toEqual([1000, 2000, 4000, 16_000, 30_000, 30_000]);
  expect(queries).toMatchObject({ staleTime: 300_000, refetchOnWindowFocus: false, networkMode: "always" });
});

test("a query calls its route with its arguments through its query client", async () => {
  const made: unknown[] = [];
  const client = queryClient(async (route, args) => {
    made.push(route, args);
    return { data: { slug: "cap" } } as never;
  });
  const cap = query("GET /product/details/:slug", { params: { slug: "cap" } });
  expect((await client.query(cap)).data.slug).toBe("cap");
  expect(made).toEqual(["GET /product/details/:slug", { params: { slug: "cap" } }]);
});
