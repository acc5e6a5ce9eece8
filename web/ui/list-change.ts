import { useNavigate } from "react-router";

/**
 * Changes what a list of the dashboard asks for, which begins it at its first page. `read` and `write` are how its address
 * is understood and made. The change is told what the address asks for by then: the list of a choice made just before may not be
 * drawn yet, and that choice would be lost.
 */
export function useListChange<Asked extends { page?: number }>(
  read: (search: URLSearchParams) => Asked,
  write: (asked: Asked) => string,
) {
  const navigate = useNavigate();
  return (change: (now: Asked) => Partial<Asked>) => {
    const now = read(new URLSearchParams(window.location.search));
    // At once: what is ticked or chosen would jump back until its list is drawn.
    void navigate(write({ ...now, ...change(now), page: 1 }), { replace: true, flushSync: true });
  };
}
