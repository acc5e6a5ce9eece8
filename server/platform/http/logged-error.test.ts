import { expect, test } from "vitest";
import { loggedError } from "./logged-error.ts";

test("16.2.5 an error is logged without the fields that hold rows, requests and keys", () => {
  const fields = {
    code: "23505",
    constraint: "users_email",
    detail: "Key (email)=(ada@example.com) already exists.",
    parameters: ["ada@example.com"],
    command: "AUTH PLAIN c2VjcmV0",
    headers: { authorization: "Bearer secret" },
    raw: { api_key: "sk_live_1" },
  };
  const failed = Object.assign(
    new Error("duplicate key", { cause: Object.assign(new Error("first"), fields) }),
    fields,
  );
  const logged = loggedError(new AggregateError([failed], "several"));
  expect(logged).toMatchObject({
    type: "AggregateError",
    errors: [{ code: "23505", constraint: "users_email", message: "duplicate key", cause: { message: "first" } }],
  });
  expect(JSON.stringify(logged)).not.toMatch(/ada@|c2VjcmV0|secret|sk_live/);
  expect(loggedError("text")).toEqual({ type: "string", message: "text" });
});
