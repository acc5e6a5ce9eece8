import { guestCookie } from "#server/platform/caller.ts";
import type { Call, House } from "#server/platform/house.ts";
import { Refusal } from "#server/platform/refusal.ts";
import { forgetSession, renewSession } from "./sessions.ts";
import { register, signIn, type Visitor } from "./sign-in.ts";

/** Signing in and out. */
export function signInRoutes(house: House) {
  house.handle("POST /auth/login", ({ body }, call) => signIn(house, body, visitorOf(call)));
  house.handle("POST /auth/register", ({ body }, call) => register(house, body, visitorOf(call)));
  house.handle("POST /auth/refresh", (_input, call) => renewSession(house, refreshToken(call)));
  house.handle("POST /auth/logout", (_input, call) => forgetSession(house.db, refreshToken(call)));
}

/** Where a call comes from, and the guest it may have been. */
export function visitorOf({ http }: Call): Visitor {
  return {
    address: http?.request.ip ?? "",
    userAgent: http?.request.headers["user-agent"],
    guestId: http?.request.cookies[guestCookie],
  };
}

function refreshToken({ caller }: Call): string {
  if (caller.kind !== "refresh") throw new Refusal("session_expired");
  return caller.token;
}
