import { useMutation, useQuery } from "@tanstack/react-query";
import { browserClient, call, query } from "#web/api/call.ts";
import { Banner } from "#web/ui/feedback/banner.tsx";
import { toastProblem } from "#web/ui/feedback/toast-store.ts";
import { Button } from "#web/ui/forms/button.tsx";

const pollMs = 3000;

const downloadsQuery = (productId: number) => query("GET /images/downloads", { query: { product_id: productId } });

/** The images of a product that are not fetched from other sites yet, with the reasons and a retry. */
export function ImageDownloads({ productId }: { productId: number }) {
  const { data: downloads = [] } = useQuery({
    ...downloadsQuery(productId),
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.data.some(({ status }) => status === "pending") ? pollMs : false),
    select: ({ data }) => data,
  });
  const retry = useMutation({
    mutationFn: () => call("POST /images/downloads/retry", { body: { product_id: productId } }),
    onSuccess: (answer) => browserClient().setQueryData(downloadsQuery(productId).queryKey, answer),
    onError: toastProblem(),
  });
  const ready = downloads.filter(({ status }) => status === "ready").length;
  const failed = downloads.filter(({ status }) => status === "failed");
  if (ready === downloads.length) return null;
  return (
    <Banner
      tone={failed.length > 0 ? "warning" : "info"}
      role="status"
      title={`${ready} of ${downloads.length} ${downloads.length === 1 ? "image" : "images"} downloaded`}
      action={
        failed.length > 0 && (
          <Button size="small" busy={retry.isPending} onClick={() => retry.mutate()}>
            Retry
          </Button>
        )
      }
    >
      {failed.length > 0 && (
        <ul className="grid gap-1">
          {failed.map(({ id, source_url, failure }) => (
            <li key={id} className="break-all">
              {source_url}: {failure}
            </li>
          ))}
        </ul>
      )}
    </Banner>
  );
}
