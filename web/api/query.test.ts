import { QueryObserver } from "@tanstack/react-query";
import { expect, test, vi } from "vitest";
import { invalidateRoutes, isRetryable, query, queryClient } from "./call.ts";
import { CallProblem } from "./call-problem.ts";

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

test.each([
  ["of a screen", true],
  ["of a loader", false],
])("a first answer %s that is overtaken by a change is fetched again", async (_reader, isShown) => {
  const [answered, answer] = [Promise.withResolvers<void>(), vi.fn()];
  answer.mockImplementationOnce(() => answered.promise.then(() => "before")).mockResolvedValue("after");
  const client = queryClient(answer);
  const details = query("GET /product/details/:slug", { params: { slug: "cap" } });
  if (isShown) new QueryObserver(client, details).subscribe(() => undefined);
  const first = client.query(details);
  const invalidated = invalidateRoutes(client, "GET /product/details/:slug");
  answered.resolve();
  expect(await first).toBe("before");
  await invalidated;
  expect(await (isShown ? client.getQueryData(details.queryKey) : client.query(details))).toBe("after");
  expect(answer).toHaveBeenCalledTimes(2);
});
