import { expect, test } from "vitest";
import { userPath, usersList } from "./users.queries.ts";

const query = (text: string) => usersList.read(new URLSearchParams(text));

test("A3 filters, search, sort and page of the users are in the URL and read from it", () => {
  const filters = {
    account_status: "blocked",
    role: "admin",
    name: "ada",
    tag: "VIP",
    from: "2026-03-01",
    to: "2026-03-31",
    sort: "-last_seen_at",
    page: 3,
    per_page: 50,
  } as const;
  const path = usersList.write(filters);
  expect(path).toBe(
    "/dashboard/users?name=ada&role=admin&account_status=blocked&tag=VIP&from=2026-03-01&to=2026-03-31&" +
      "sort=-last_seen_at&per_page=50&page=3",
  );
  expect(query(path.split("?")[1] ?? "")).toEqual(filters);
  expect(usersList.write({ ...query(""), sort: "-created_at" })).toBe("/dashboard/users");
});

test("A3 invalid values in the URL of the users are ignored", () => {
  expect(
    query("account_status=eaten&role=toString&from=yesterday&to=2026-02-30&sort=color&page=-2&per_page=7&name=%20"),
  ).toEqual({
    page: 1,
    per_page: 20,
  });
});

test("A3 the page of a user's orders is in the URL of the user", () => {
  expect(userPath(7, { page: 2, per_page: 20 })).toBe("/dashboard/users/7?page=2");
  expect(userPath(7, { page: 1, per_page: 20 })).toBe("/dashboard/users/7");
});
