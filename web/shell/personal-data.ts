import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { onUserChange } from "#web/api/session/session.ts";

/** Calls whose answer is the same for everybody. All others are forgotten when the person changes. */
export const isPublicCall = (call: string) =>
  /^GET \/(shop|categories|product|tags|product-types|shipping)\b/.test(call) && !/\/(mine|admin)\b/.test(call);

/** Nobody sees what was fetched for somebody else: every personal answer is forgotten with the person, and asked for anew. */
export function useClearPersonalData() {
  const client = useQueryClient();
  useEffect(
    () =>
      onUserChange((_, before) => {
        if (before.status === "in") forgetPersonal(client);
      }),
    [client],
  );
}

function forgetPersonal(client: QueryClient) {
  const predicate = ({ queryKey }: { queryKey: readonly unknown[] }) => !isPublicCall(String(queryKey[0]));
  client.removeQueries({ type: "inactive", predicate });
  void client.resetQueries({ type: "active", predicate });
}
