import { Badge } from "#web/ui/text/badge.tsx";
import { say } from "#words/say.ts";
import type { StatusLabel } from "./order-labels.ts";

export const StatusBadge = ({ said }: { said: StatusLabel }) => <Badge tone={said.tone}>{say(said.label)}</Badge>;
