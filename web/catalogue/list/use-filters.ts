import { useState } from "react";
import { useLocation, useNavigate, useNavigation } from "react-router";
import { paths } from "#web/paths.ts";
import { type Filters, listPath, parseFilters } from "./filters.ts";

/**
 * The current filters (a click shows at once, before its products arrive), whether products are loading, and a function
 * that changes the filters.
 */
export function useFilters() {
  const here = useLocation();
  const { location: there } = useNavigation();
  const navigate = useNavigate();
  const [chosen, setChosen] = useState<{ at: string; filters: Filters }>();
  // After going back the choice no longer applies.
  if (chosen && chosen.at !== here.key) setChosen(undefined);
  const isPending = there?.pathname === paths.products();
  const addressed = parseFilters(new URLSearchParams(isPending ? there.search : here.search));
  // The router reports a navigation a moment later; a checkbox must stay checked until then.
  const filters = chosen?.at === here.key ? chosen.filters : addressed;
  const choose = (wanted: Filters) => {
    setChosen({ at: here.key, filters: wanted });
    void navigate(listPath(wanted), { preventScrollReset: true });
  };
  return { filters, isPending, choose };
}

export type SetFilters = (filters: Filters) => void;
