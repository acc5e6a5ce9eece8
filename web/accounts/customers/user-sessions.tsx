import { useMutation, useQuery } from "@tanstack/react-query";
import type { Customer } from "#contract/accounts/customers.ts";
import { SessionList } from "#web/accounts/profile/sessions.tsx";
import { call, query } from "#web/api/call.ts";
import { toastProblem } from "#web/ui/feedback/toast-store.ts";
import { toastDone } from "#web/ui/feedback/undo.ts";
import { Button } from "#web/ui/forms/button.tsx";
import { CardSection } from "#web/ui/layout/card.tsx";
import { confirm } from "#web/ui/overlay/confirm.tsx";
import { displayName } from "./user-labels.ts";

/** The devices on which a customer is signed in, which staff can sign out. */
export function UserSessions({ user }: { user: Customer }) {
  const { id } = user;
  const listed = useQuery({ ...query("GET /customers/:id/sessions", { params: { id } }), staleTime: 0 });
  const endAll = useMutation({
    mutationFn: () => call("DELETE /customers/:id/sessions", { params: { id } }),
    onSuccess: (reply) => toastDone(reply, `${displayName(user)} is signed out`),
    onError: toastProblem("Couldn't sign out the devices"),
    onSettled: () => listed.refetch(),
  });
  const ask = async () => {
    const says = "Their password and other ways to sign in still work.";
    const action = "Sign out everywhere";
    if (await confirm({ title: `Sign ${displayName(user)} out on all devices?`, says, action })) endAll.mutate();
  };
  const isSignedIn = (listed.data?.data.length ?? 0) > 0;
  return (
    <CardSection
      title="Signed-in devices"
      action={
        isSignedIn && (
          <Button writes size="small" busy={endAll.isPending} onClick={() => void ask()}>
            Sign out everywhere
          </Button>
        )
      }
    >
      {listed.data && !isSignedIn ? (
        <p className="text-sm text-muted">Not signed in on any device.</p>
      ) : (
        <SessionList
          listed={listed}
          end={(session_id) => call("DELETE /customers/:id/sessions/:session_id", { params: { id, session_id } })}
        />
      )}
    </CardSection>
  );
}
