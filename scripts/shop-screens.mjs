import { existsSync, globSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";

/** The sources a screen of the shop may draw: whatever its pages lead to. What only the dashboard's lead to stays English for now. */
export function shopScreens() {
  // Drawn for administrators alone, by a part of the order's screen that customers have as well.
  const shared = "web/orders/receive-form.tsx";
  const isDesk = (file) => file === shared || /^web\/dashboard\/|\.admin\.page\.tsx$/.test(file);
  const seen = new Set(globSync("web/{root.tsx,entry.*.tsx,**/*.{page,layout}.tsx}").filter((file) => !isDesk(file)));
  for (const file of seen)
    for (const [, named = ""] of readFileSync(file, "utf8").matchAll(/["'](#web\/[^"']+|\.\/[^"']+)["']/g)) {
      const found = named.startsWith("#") ? named.slice(1) : join(dirname(file), named);
      if (/\.tsx?$/.test(found) && existsSync(found) && !isDesk(found)) seen.add(found);
    }
  return seen;
}
