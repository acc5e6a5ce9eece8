import { useCallback } from "react";
import { useLocation, useNavigate, useNavigation } from "react-router";
import { paths } from "#web/paths.ts";
import { addressOf, type Filters, filtersOf } from "./filters.ts";

/**
 * The filters of the list as they were last chosen (a click shows at once, its products follow), whether the products
 * are still on their way, and how to choose others.
 */
export function useFilters() {
  const here = useLocation();
  const { location: there } = useNavigation();
  const navigate = useNavigate();
  const isPending = there?.pathname === paths.products();
  const wanted = filtersOf(new URLSearchParams(isPending ? there.search : here.search));
  const choose = useCallback(
    (filters: Filters) => void navigate(addressOf(filters), { preventScrollReset: true }),
    [navigate],
  );
  return { filters: wanted, isPending, choose };
}

export type Choose = (filters: Filters) => void;
