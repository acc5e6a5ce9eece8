import { useQuery } from "@tanstack/react-query";
import { NarrowPage } from "#web/accounts/account-form.tsx";
import { useLinkSecret } from "#web/accounts/use-link-secret.ts";
import { call } from "#web/api/call.ts";
import { paths } from "#web/paths.ts";
import { Banner } from "#web/ui/feedback/banner.tsx";
import { Skeleton } from "#web/ui/feedback/skeleton.tsx";
import { say } from "#words/say.ts";
import { WithdrawForm } from "./withdraw-form.tsx";

/** Withdraws from the contract of an order: with the link of an order, which shows its items, or without. */
export default function WithdrawPage() {
  const key = useLinkSecret("token");
  return (
    <NarrowPage
      title={say("Withdraw from contract")}
      says={say("Withdraw from an order, or from some of its items, without giving a reason.")}
      head={{ path: paths.withdraw() }}
    >
      {key === undefined ? <Skeleton className="h-64" /> : key === null ? <WithdrawForm /> : <OfOrder orderKey={key} />}
    </NarrowPage>
  );
}

function OfOrder({ orderKey }: { orderKey: string }) {
  const { data, error } = useQuery({
    queryKey: ["POST /withdrawals/order", { body: { key: orderKey } }],
    queryFn: () => call("POST /withdrawals/order", { body: { key: orderKey } }),
    // What was chosen stays until it is sent.
    staleTime: Number.POSITIVE_INFINITY,
    // Opened again, it shows what is left.
    gcTime: 0,
  });
  if (error)
    return (
      <div className="grid gap-5">
        <Banner tone="warning" role="alert">
          {error.message}
        </Banner>
        <WithdrawForm />
      </div>
    );
  return data ? <WithdrawForm order={data.data} orderKey={orderKey} /> : <Skeleton className="h-64" />;
}
