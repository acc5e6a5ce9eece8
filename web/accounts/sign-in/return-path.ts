import { storedText } from "#web/api/browser-storage.ts";
import { paths } from "#web/paths.ts";

const stored = storedText(() => sessionStorage, "return-after-sign-in");

/** Where this tab returns to after a sign-in with another site. */
export const returnPath = {
  write: stored.write,
  /** The path, once: a later sign-in must not lead there. The home page without one. */
  take(): string {
    const path = stored.read();
    stored.clear();
    return path && isOwnPath(path) && !path.startsWith(paths.loginSuccess()) ? path : paths.home();
  },
};

/** Whether it leads to a page of this shop; `//host` and `/\\host` lead elsewhere. */
const isOwnPath = (path: string) => /^\/(?![/\\])/.test(path);
