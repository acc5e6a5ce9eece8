import { useState } from "react";
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
  const [chosen, setChosen] = useState<{ at: string; filters: Filters }>();
  // Back leads to the entry it was chosen at: by then it no longer counts.
  if (chosen && chosen.at !== here.key) setChosen(undefined);
  const isPending = there?.pathname === paths.products();
  const addressed = filtersOf(new URLSearchParams(isPending ? there.search : here.search));
  // The router tells of a navigation a moment later, and a box must stay ticked in the meantime.
  const filters = chosen?.at === here.key ? chosen.filters : addressed;
  const choose = (wanted: Filters) => {
    setChosen({ at: here.key, filters: wanted });
    void navigate(addressOf(wanted), { preventScrollReset: true });
  };
  return { filters, isPending, choose };
}

export type Choose = (filters: Filters) => void;
