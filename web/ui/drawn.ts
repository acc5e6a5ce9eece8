import type { ReactElement } from "react";
import { drawnBefore } from "./drawn-before.tsx";

/**
 * What stands inside an element, one part or a row of them: `<li {...drawn(<ProductTile product={product} />)} />`. The server
 * draws a part once for the same props and from then on writes what it drew; the browser finds it there and draws it as it
 * draws anything. The part must look the same wherever it stands: it has plain props and knows nothing else. Functions
 * among them may say what it does, never how it looks (docs/decisions/0015).
 */
export const drawn = (parts: ReactElement | ReactElement[]) =>
  import.meta.env.SSR
    ? { dangerouslySetInnerHTML: { __html: [parts].flat().map(drawnBefore).join("") } }
    : { children: parts };
