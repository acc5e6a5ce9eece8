import type { Query, QueryClient } from "@tanstack/react-query";
import { publicCalls } from "./public-calls.ts";

const isPersonal = ({ queryKey }: Pick<Query, "queryKey">) => !publicCalls.includes(String(queryKey[0]));

/** Removes cached personal data that no screen shows, such as what a guest has seen before signing in. */
export const removePersonalQueries = (client: QueryClient) =>
  client.removeQueries({ type: "inactive", predicate: isPersonal });

/**
 * Removes all cached personal data and cancels what is being fetched. What the next user may see is fetched again once
 * the screens know them: now, the query of a wishlist would still be fetched for a guest.
 */
export function clearPersonalQueries(client: QueryClient) {
  removePersonalQueries(client);
  for (const query of client.getQueryCache().findAll({ type: "active", predicate: isPersonal })) query.reset();
  setTimeout(() => void client.refetchQueries({ type: "active", predicate: isPersonal }));
}
