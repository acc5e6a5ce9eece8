import { expect, test } from "vitest";
import { restoreSession, signIn, storeTokens, useSession } from "./session.ts";

const tokenOf = (sub: string) => `x.${btoa(JSON.stringify({ sub }))}.x`;

test("renewed tokens of a guest who has joined an account are that customer's", () => {
  const guest = {
    access_token: tokenOf("1"),
    refresh_token: "one",
    role: "customer",
    account_status: "provisional",
  } as const;
  signIn(guest);
  storeTokens({ access_token: tokenOf("1"), refresh_token: "two" });
  expect(useSession.getState()).toMatchObject({ userId: "1", accountStatus: "provisional" });
  storeTokens({ access_token: tokenOf("2"), refresh_token: "three" });
  expect(useSession.getState()).toMatchObject({ status: "in", userId: "2", accountStatus: "active" });
  restoreSession();
  expect(useSession.getState().accountStatus).toBe("active");
});
