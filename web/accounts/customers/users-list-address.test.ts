import { expect, test } from "vitest";
import { parseUsersList, userPath, usersListPath } from "./users-list-address.ts";

const query = (text: string) => parseUsersList(new URLSearchParams(text));

test("A3 filters, search, sort and page of the users stand in the address and come back from it", () => {
  const wish = {
    account_status: "blocked",
    role: "admin",
    name: "ada",
    sort: "-last_seen_at",
    page: 3,
    per_page: 50,
  } as const;
  const address = usersListPath(wish);
  expect(address).toBe("/dashboard/users?status=blocked&role=admin&name=ada&sort=-last_seen_at&per_page=50&page=3");
  expect(query(address.split("?")[1] ?? "")).toEqual(wish);
  expect(usersListPath({ ...query(""), sort: "-created_at" })).toBe("/dashboard/users");
});

test("A3 what the address of the users should not say is taken as not said", () => {
  expect(query("status=eaten&role=toString&sort=colour&page=-2&per_page=7&name=%20")).toEqual({
    page: 1,
    per_page: 20,
  });
});

test("A3 a page of somebody's orders stands in the address of that person", () => {
  expect(userPath(7, { page: 2, per_page: 20 })).toBe("/dashboard/users/7?page=2");
  expect(userPath(7, { page: 1, per_page: 20 })).toBe("/dashboard/users/7");
});
