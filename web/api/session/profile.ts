import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useCallback } from "react";
import type { SignedIn } from "#contract/accounts/accounts.ts";
import { query } from "#web/api/call.ts";
import { signIn, useSession } from "./session.ts";

const profile = () => query("GET /account/profile", {});

/** The profile of the signed-in user; not fetched for guests. */
export function useProfile() {
  const signedIn = useSession(({ status }) => status === "in");
  return useQuery({ ...profile(), enabled: signedIn, select: ({ data }) => data });
}

/** Stores the session and the profile of a sign-in or registration. */
export function useCompleteSignIn() {
  const client = useQueryClient();
  return useCallback(
    ({ user, ...session }: SignedIn) => {
      // First, as it removes the previous user's profile.
      signIn(session);
      client.setQueryData(profile().queryKey, { data: user });
    },
    [client],
  );
}
