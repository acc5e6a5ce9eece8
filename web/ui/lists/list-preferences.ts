import { useMutation, useQuery } from "@tanstack/react-query";
import type { ListName, ListPreferences } from "#contract/dashboard/list-preferences.ts";
import { browserClient, call, invalidate, query } from "#web/api/call.ts";

/** The saved views and columns of the signed-in user; `save` changes what it returns at once. */
export function useListPreferences(list: ListName) {
  const params = { list };
  const preferences = query("GET /dashboard/lists/:list", { params });
  const { mutateAsync } = useMutation({
    mutationFn: (body: ListPreferences) => call("PUT /dashboard/lists/:list", { params, body }),
    onMutate: async (data) => {
      // The answer to an older request must not undo the choice.
      await browserClient().cancelQueries({ queryKey: preferences.queryKey });
      browserClient().setQueryData(preferences.queryKey, { data });
    },
    onSettled: () => invalidate(preferences),
  });
  return {
    ...(useQuery(preferences).data?.data ?? { views: [], columns: null }),
    save: async (change: (now: ListPreferences) => Partial<ListPreferences>) => {
      // Those of now: another tab or device may have saved a view since they were loaded.
      const { data } = await browserClient().fetchQuery({ ...preferences, staleTime: 0 });
      await mutateAsync({ ...data, ...change(data) });
    },
  };
}
