import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useCallback } from "react";
import type { SignedIn } from "#contract/accounts/accounts.ts";
import { query } from "#web/api/query.ts";
import { signIn, useSession } from "./session.ts";

const profile = () => query("GET /account/profile", {});

/** Who is signed in: name, e-mail, username. Fetched only while somebody is. */
export function useProfile() {
  const signedIn = useSession(({ status }) => status === "in");
  return useQuery({ ...profile(), enabled: signedIn, select: ({ data }) => data });
}

/** Takes the answer of a sign-in or registration: the session is kept, and the profile is known without asking. */
export function useCompleteSignIn() {
  const client = useQueryClient();
  return useCallback(
    ({ user, ...session }: SignedIn) => {
      // First, as it forgets the profile of whoever was here before.
      signIn(session);
      client.setQueryData(profile().queryKey, { data: user });
    },
    [client],
  );
}
