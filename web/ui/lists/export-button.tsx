import { useMutation } from "@tanstack/react-query";
import { Download } from "lucide-react";
import type { ApiRoute, Args } from "#contract/api.ts";
import { call } from "#web/api/call.ts";
import { toastProblem } from "#web/ui/feedback/toast-store.ts";
import { Button } from "#web/ui/forms/button.tsx";
import { saveFile } from "#web/ui/media/save-file.ts";

type ExportRoute = Extract<ApiRoute, `GET ${string}/export`>;
export type ListExport = {
  route: ExportRoute;
  /** The filters of the list. */
  query?: object;
};
type Props = ListExport & {
  /** Name of the file, without extension. */
  name: string;
};

/** Downloads a list as CSV, as it is filtered; a plain link can't carry the session. */
export function ExportButton({ route, query = {}, name }: Props) {
  const download = useMutation({
    mutationFn: async () => saveFile(await call(route, { query } as Args<ExportRoute>), `${name}.csv`),
    onError: toastProblem("Couldn't export the list"),
  });
  return (
    <Button size="small" busy={download.isPending} onClick={() => download.mutate()}>
      <Download />
      Export
    </Button>
  );
}
