import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { LedgerReport } from "#contract/ledger.ts";
import { call } from "#web/api/call.ts";
import type { CallProblem } from "#web/api/call-problem.ts";
import { query } from "#web/api/query.ts";

const ledger = query("GET /ledger", {});

/** The books, proven when the page is opened and whenever it is asked for. */
export const useLedger = () => useQuery({ ...ledger, staleTime: 0, select: ({ data }) => data });

/** Mends one figure; the answer is the books, proven anew. */
export function useMend() {
  const client = useQueryClient();
  return useMutation<{ data: LedgerReport }, CallProblem, string>({
    mutationFn: (finding) => call("POST /ledger/:finding/mend", { params: { finding } }),
    onSuccess: (answer) => client.setQueryData(ledger.queryKey, answer),
    // Somebody else was faster, or more is off than was shown.
    onError: () => client.invalidateQueries({ queryKey: ledger.queryKey }),
  });
}
