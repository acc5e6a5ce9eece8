import type { ImportJob } from "#contract/imports.ts";
import { Badge, type Tone } from "#web/ui/text/badge.tsx";

const states: Record<ImportJob["status"], { tone: Tone; words: string }> = {
  pending: { tone: "neutral", words: "Being looked through" },
  preview: { tone: "warning", words: "Waits for your word" },
  running: { tone: "neutral", words: "Running" },
  done: { tone: "neutral", words: "Done" },
  failed: { tone: "danger", words: "Failed" },
};

/** The status of an import. */
export const ImportState = ({ status }: { status: ImportJob["status"] }) => (
  <Badge tone={states[status].tone}>{states[status].words}</Badge>
);
