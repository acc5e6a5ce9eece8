import { useMutation } from "@tanstack/react-query";
import type { RedirectImport } from "#contract/shop/redirects.ts";
import { call } from "#web/api/call.ts";
import { Banner } from "#web/ui/feedback/banner.tsx";
import { toastDone } from "#web/ui/feedback/undo.ts";
import { Button } from "#web/ui/forms/button.tsx";
import { StayOpen } from "#web/ui/forms/dialog-form.tsx";
import { FileDrop } from "#web/ui/forms/fields/file-drop.tsx";
import { useCloseDialog } from "#web/ui/overlay/dialog-store.ts";
import { refreshRedirects } from "./redirects.queries.ts";

const maxBytes = 900_000;

/** Imports redirects from a CSV file, in a dialog; rows left out are listed with the reason. */
export function ImportRedirects() {
  const closeDialog = useCloseDialog();
  const { mutate, data, error, isPending } = useMutation({
    mutationFn: async (file: File) => {
      if (file.size > maxBytes) throw new Error("Choose a file of up to 900 KB.");
      return (await call("POST /redirects/import", { body: { csv: await file.text() } })).data;
    },
    onSuccess: (imported) => {
      if (imported.created + imported.updated > 0) toastDone(imported, "Redirects imported");
      return refreshRedirects();
    },
  });
  return (
    <div className="grid gap-5">
      <FileDrop
        label="CSV file"
        action={isPending ? "Importing…" : "Choose a file"}
        hint="With the columns from and to, as in Shopify's export of URL redirects. Existing redirects are updated."
        accept=".csv,text/csv"
        disabled={isPending}
        error={error?.message}
        onFile={mutate}
      />
      {isPending && <StayOpen />}
      <div role="status">{data && <Result result={data} />}</div>
      <div className="flex justify-end">
        <Button onClick={() => closeDialog("close-button")}>{data ? "Done" : "Cancel"}</Button>
      </div>
    </div>
  );
}

function Result({ result: { created, updated, unchanged, problems } }: { result: RedirectImport }) {
  const counts = [
    created > 0 && `${created} created`,
    updated > 0 && `${updated} updated`,
    unchanged > 0 && `${unchanged} unchanged`,
    problems.length > 0 && `${problems.length} left out`,
  ].filter(Boolean);
  return (
    <Banner tone={problems.length > 0 ? "warning" : "success"} title={counts.join(", ") || "The file has no rows"}>
      {problems.length > 0 && (
        <ul className="mt-1 grid max-h-48 gap-1 overflow-y-auto">
          {problems.slice(0, 100).map(({ row, message }) => (
            <li key={row}>
              Row {row}: {message}
            </li>
          ))}
        </ul>
      )}
    </Banner>
  );
}
