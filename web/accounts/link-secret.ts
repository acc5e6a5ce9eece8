import { useEffect, useState, useSyncExternalStore } from "react";
import { useLocation, useNavigate } from "react-router";

/**
 * The secret a link from a letter carries behind its #, taken out of the address bar as soon as it is read. Undefined
 * until then, null when there is none. Documents are the same for everybody, so it is read in the browser alone.
 */
export function useLinkSecret(name: "token" | "code"): string | null | undefined {
  const { hash, pathname, search } = useLocation();
  const navigate = useNavigate();
  const isAlive = useSyncExternalStore(never, yes, no);
  const found = isAlive ? new URLSearchParams(hash.slice(1)).get(name) : null;
  const [secret, setSecret] = useState<string>();
  if (found && found !== secret) setSecret(found);
  useEffect(() => {
    if (found) void navigate(pathname + search, { replace: true, preventScrollReset: true });
  }, [found, pathname, search, navigate]);
  return secret ?? (isAlive ? null : undefined);
}

const never = () => () => {};
const yes = () => true;
const no = () => false;
