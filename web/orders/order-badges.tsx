import { Badge } from "#web/ui/badge.tsx";
import { say } from "#words/say.ts";
import type { Said } from "./order-words.ts";

/** A state as a pill. */
export const StateBadge = ({ said }: { said: Said }) => <Badge tone={said.tone}>{say(said.words)}</Badge>;
