import { CircleAlert } from "lucide-react";
import { Button } from "#web/ui/forms/button.tsx";
import type { Upload } from "./use-uploads.ts";

type Props = { upload: Upload; onDismiss: () => void };

/** A file with its upload progress, or its error. */
export const UploadLine = ({ upload: { file, sent, problem }, onDismiss }: Props) =>
  problem ? (
    <li>
      <div role="alert" className="flex flex-wrap items-center gap-3 rounded bg-danger-soft p-3 text-sm">
        <CircleAlert className="size-4.5 shrink-0 text-danger" />
        <span className="min-w-0 flex-1">
          <span className="block font-semibold break-all">{file}</span>
          {problem}
        </span>
        <Button size="small" onClick={onDismiss}>
          Dismiss
        </Button>
      </div>
    </li>
  ) : (
    <li className="grid gap-1 text-sm">
      <span className="flex justify-between gap-3">
        <span className="truncate">{file}</span>
        <span className="text-muted tabular-nums">{Math.round(sent * 100)} %</span>
      </span>
      <progress aria-label={`Uploading ${file}`} value={sent} max={1} className="h-1.5 w-full" />
    </li>
  );
