import { Badge } from "#web/ui/text/badge.tsx";
import { say } from "#words/say.ts";
import type { StatusLabel } from "./order-labels.ts";

export const StatusBadge = ({ label }: { label: StatusLabel }) => <Badge tone={label.tone}>{say(label.label)}</Badge>;

/** The same in lists of the dashboard, where only what needs attention has a color. */
export const QuietStatusBadge = ({ label: { label, tone } }: { label: StatusLabel }) => (
  <Badge tone={tone === "warning" || tone === "danger" ? tone : "neutral"}>{label}</Badge>
);
