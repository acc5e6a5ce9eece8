import { useMutation, useQuery } from "@tanstack/react-query";
import type { StaffInvitation, StaffMember } from "#contract/accounts/staff.ts";
import { browserClient, call, freshQuery, invalidate } from "#web/api/call.ts";
import type { CallProblem } from "#web/api/call-problem.ts";
import { toast, toastProblem } from "#web/ui/feedback/toast-store.ts";
import { toastDone } from "#web/ui/feedback/undo.ts";

export const useStaff = () => useQuery({ ...freshQuery("GET /staff", {}), select: ({ data }) => data });

export const useInvitations = () =>
  useQuery({ ...freshQuery("GET /staff/invitations", {}), select: ({ data }) => data });

/** Whether staff need two-factor authentication, and `save` to change it; undefined until loaded. */
export function useTwoFactorPolicy() {
  const settings = freshQuery("GET /settings", {});
  const staff = useQuery(settings).data?.data.staff;
  const save = useMutation({
    mutationFn: (required: boolean) =>
      call("PUT /settings/staff", { body: { require_two_factor: required, version: staff?.version ?? 0 } }),
    onSuccess: (answer) => {
      browserClient().setQueryData(settings.queryKey, answer);
      toastDone(answer, "Settings saved");
      // It may be this user who has to set it up now.
      void invalidate("GET /account/profile");
    },
    onError: ({ message }) => {
      toast({ tone: "danger", title: message });
      void invalidate(settings);
    },
  });
  return staff && { isRequired: staff.require_two_factor, save };
}

/** Invalidates members and invitations. */
export function refreshStaff() {
  void invalidate("GET /staff", "GET /staff/invitations");
}

/** Removes members, resends and withdraws invitations. */
export function useStaffActions() {
  const options = <Target>(run: (target: Target) => Promise<unknown>, done: (target: Target) => string) => ({
    mutationFn: run,
    onSuccess: (reply: unknown, target: Target) => void toastDone(reply, done(target)),
    onError: toastProblem(),
    onSettled: () => refreshStaff(),
  });
  const remove = useMutation<unknown, CallProblem, StaffMember>(
    options(
      ({ id }) => call("DELETE /staff/:id", { params: { id }, body: {} }),
      ({ fullname, email }) => `${fullname || email} removed`,
    ),
  );
  const resetTwoFactor = useMutation<unknown, CallProblem, StaffMember>(
    options(
      ({ id }) => call("DELETE /staff/:id/two-factor", { params: { id }, body: {} }),
      ({ fullname, email }) => `Two-factor authentication of ${fullname || email} turned off`,
    ),
  );
  const resend = useMutation<unknown, CallProblem, StaffInvitation>(
    options(
      ({ id }) => call("POST /staff/invitations/:id/resend", { params: { id } }),
      ({ email }) => `Invitation sent to ${email}`,
    ),
  );
  const withdraw = useMutation<unknown, CallProblem, StaffInvitation>(
    options(
      ({ id }) => call("DELETE /staff/invitations/:id", { params: { id } }),
      ({ email }) => `Invitation of ${email} withdrawn`,
    ),
  );
  return { remove, resetTwoFactor, resend, withdraw };
}
