import type { ImportJob } from "#contract/imports.ts";
import { Badge, type Tone } from "#web/ui/text/badge.tsx";

const states: Record<ImportJob["status"], { tone: Tone; words: string }> = {
  pending: { tone: "neutral", words: "Checking file" },
  mapping: { tone: "warning", words: "Needs columns" },
  preview: { tone: "warning", words: "Ready to import" },
  running: { tone: "neutral", words: "In progress" },
  done: { tone: "neutral", words: "Completed" },
  failed: { tone: "danger", words: "Failed" },
  undoing: { tone: "neutral", words: "Being undone" },
  undone: { tone: "neutral", words: "Undone" },
  cancelled: { tone: "neutral", words: "Cancelled" },
};

export const ImportState = ({ status }: { status: ImportJob["status"] }) => (
  <Badge tone={states[status].tone}>{states[status].words}</Badge>
);
