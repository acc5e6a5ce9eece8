import type { ReactElement } from "react";
import { drawnBefore } from "./drawn-before.tsx";

/**
 * What stands inside an element: `<li {...drawn(<ProductTile product={product} />)} />`. The server draws a part once for
 * the same props and from then on writes what it drew; the browser finds it there and draws it as it draws anything.
 * The part must look the same wherever it stands: it has plain props and knows nothing else (docs/decisions/0015).
 */
export const drawn = (part: ReactElement) =>
  import.meta.env.SSR ? { dangerouslySetInnerHTML: { __html: drawnBefore(part) } } : { children: part };
