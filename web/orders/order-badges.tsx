import { Badge } from "#web/ui/badge.tsx";
import type { Said } from "./order-words.ts";

/** A state as a pill. */
export const StateBadge = ({ said }: { said: Said }) => <Badge tone={said.tone}>{said.words}</Badge>;
