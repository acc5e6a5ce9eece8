import { Badge } from "#web/ui/text/badge.tsx";
import { say } from "#words/say.ts";
import type { StatusLabel } from "./order-labels.ts";

export const StatusBadge = ({ label }: { label: StatusLabel }) => <Badge tone={label.tone}>{say(label.label)}</Badge>;
