import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { onUserChange } from "#web/api/session/session.ts";

/** Calls with the same reply for everybody. */
export const isPublicCall = (call: string) =>
  /^GET \/(shop|categories|product|tags|product-types|shipping)\b/.test(call) && !/\/(mine|admin)\b/.test(call);

/** Removes cached personal data when the user changes; what is on screen is refetched. */
export function useClearPersonalData() {
  const client = useQueryClient();
  useEffect(
    () =>
      onUserChange((_, before) => {
        if (before.status === "in") clearPersonalQueries(client);
      }),
    [client],
  );
}

function clearPersonalQueries(client: QueryClient) {
  const predicate = ({ queryKey }: { queryKey: readonly unknown[] }) => !isPublicCall(String(queryKey[0]));
  client.removeQueries({ type: "inactive", predicate });
  void client.resetQueries({ type: "active", predicate });
}
