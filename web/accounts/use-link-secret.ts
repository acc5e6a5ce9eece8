import { useEffect, useState } from "react";
import { useLocation, useNavigate } from "react-router";
import { useHydrated } from "#web/hydration/deferred-component.tsx";

/**
 * Reads the secret in the URL fragment of an emailed link and removes it from the address bar. Undefined until
 * hydration, as documents are shared; null when there is none.
 */
export function useLinkSecret(name: "token" | "code"): string | null | undefined {
  const { hash, pathname, search } = useLocation();
  const navigate = useNavigate();
  const isHydrated = useHydrated();
  const found = isHydrated ? new URLSearchParams(hash.slice(1)).get(name) : null;
  const [secret, setSecret] = useState<string>();
  if (found && found !== secret) setSecret(found);
  useEffect(() => {
    if (found) void navigate(pathname + search, { replace: true, preventScrollReset: true });
  }, [found, pathname, search, navigate]);
  return secret ?? (isHydrated ? null : undefined);
}
