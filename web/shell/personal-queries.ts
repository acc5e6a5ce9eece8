import type { Query, QueryClient } from "@tanstack/react-query";

/** Calls with the same reply for everybody: those `cached` and for `anyone` in the contract, which is too large to import. */
export const isPublicCall = (call: string) => publicCalls.some((pattern) => pattern.test(call));
const publicCalls = [
  /^GET \/(home|tags|categories|product-types|shipping\/rates|checkout\/countries)$/,
  /^GET \/shop(\/.*\/.*)?$/,
  /^GET \/product(\/(search-suggestion|option-group|:id\/reviews|(details|related|bought-together)\/.*))?$/,
];

const isPersonal = ({ queryKey }: Pick<Query, "queryKey">) => !isPublicCall(String(queryKey[0]));

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
