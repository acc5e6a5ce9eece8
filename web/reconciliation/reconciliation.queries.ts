import { useQuery } from "@tanstack/react-query";
import { query } from "#web/api/query.ts";

/** The reconciliation, made when the page is opened and whenever it is asked for. */
export const useReconciliation = () =>
  useQuery({ ...query("GET /reconciliation", {}), staleTime: 0, select: ({ data }) => data });
