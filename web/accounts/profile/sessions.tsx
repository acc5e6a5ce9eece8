import { type UseQueryResult, useMutation, useQuery } from "@tanstack/react-query";
import { Laptop, Smartphone } from "lucide-react";
import type { Session } from "#contract/accounts/accounts.ts";
import { call, query } from "#web/api/call.ts";
import { ErrorNotice } from "#web/ui/feedback/loaded.tsx";
import { TextSkeleton } from "#web/ui/feedback/skeleton.tsx";
import { toast, toastProblem } from "#web/ui/feedback/toast-store.ts";
import { Button } from "#web/ui/forms/button.tsx";
import { CardSection } from "#web/ui/layout/card.tsx";
import { moveFocusToNextRow } from "#web/ui/layout/focus-on-removal.ts";
import { Badge } from "#web/ui/text/badge.tsx";
import { formatMoment } from "#web/ui/text/date-format.ts";
import { sayWith } from "#web/ui/text/say-with.ts";
import { say } from "#words/say.ts";

/** The account's sessions. */
export function Sessions() {
  const listed = useQuery(query("GET /account/sessions", {}));
  const others = (listed.data?.data ?? []).filter(({ current }) => !current);
  const ending = useMutation({
    mutationFn: () => call("DELETE /account/sessions", {}),
    onSuccess: () => toast({ title: say("All other devices signed out"), tone: "success" }),
    onError: toastProblem(),
    onSettled: () => listed.refetch(),
  });
  return (
    <CardSection
      title={say("Signed-in devices")}
      hint={say("Sign out of any device you don't recognize, then change your password.")}
    >
      <SessionList listed={listed} end={(id) => call("DELETE /account/sessions/:id", { params: { id } })} />
      {others.length > 1 && (
        <Button writes busy={ending.isPending} onClick={() => ending.mutate()} className="mt-5 w-fit">
          {say("Sign out of all other devices")}
        </Button>
      )}
    </CardSection>
  );
}

type ListedSession = Omit<Session, "current"> & { current?: boolean };
type ListProps = {
  listed: Pick<UseQueryResult<{ data: ListedSession[] }>, "data" | "isError" | "refetch">;
  end: (id: string) => Promise<unknown>;
};

/** Sessions by device; all but the current one can be ended. */
export function SessionList({ listed: { data, isError, refetch }, end }: ListProps) {
  if (isError) return <ErrorNotice onRetry={() => void refetch()}>{say("Couldn't load your devices.")}</ErrorNotice>;
  if (!data) return <TextSkeleton lines={3} />;
  return (
    <ul className="-my-3 divide-y divide-hairline">
      {data.data.map((session) => (
        <SessionRow key={session.id} session={session} onEnd={() => end(session.id)} onEnded={refetch} />
      ))}
    </ul>
  );
}

type RowProps = { session: ListedSession; onEnd: () => Promise<unknown>; onEnded: () => Promise<unknown> };

function SessionRow({ session, onEnd, onEnded }: RowProps) {
  const { name, isPhone } = describeDevice(session.user_agent);
  const Icon = isPhone ? Smartphone : Laptop;
  const ending = useMutation({
    mutationFn: onEnd,
    onSuccess: () => toast({ title: say("Device signed out"), tone: "success" }),
    onError: toastProblem(),
    onSettled: onEnded,
  });
  const used = formatMoment(session.last_used_at);
  return (
    <li ref={moveFocusToNextRow} className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3">
      <Icon className="size-5 shrink-0 text-muted" aria-hidden="true" />
      <div className="min-w-0 flex-1">
        <p className="font-medium">{name}</p>
        <p className="text-sm text-muted">
          {sayWith("Last used {time}", { time: <time dateTime={session.last_used_at}>{used}</time> })}
        </p>
      </div>
      {session.current ? (
        <Badge tone="success">{say("This device")}</Badge>
      ) : (
        <Button
          writes
          size="small"
          busy={ending.isPending}
          onClick={() => ending.mutate()}
          aria-label={say("Sign out: {name}", { name })}
        >
          {say("Sign out")}
        </Button>
      )}
    </li>
  );
}

const browsers: [RegExp, string][] = [
  [/Edg\//, "Edge"],
  [/OPR\//, "Opera"],
  [/Firefox\//, "Firefox"],
  [/Chrome\//, "Chrome"],
  [/Safari\//, "Safari"],
];
const systems: [RegExp, string][] = [
  [/iPhone/, "iPhone"],
  [/iPad/, "iPad"],
  [/Android/, "Android"],
  [/Windows/, "Windows"],
  [/Mac OS X/, "Mac"],
  [/Linux/, "Linux"],
];
const nameIn = (list: [RegExp, string][], agent: string) => list.find(([mark]) => mark.test(agent))?.[1];

/** Readable device name from a user agent, such as "Firefox on Windows". */
export function describeDevice(agent: string | null): { name: string; isPhone: boolean } {
  const browser = nameIn(browsers, agent ?? "");
  const system = nameIn(systems, agent ?? "");
  return {
    name:
      browser && system
        ? say("{browser} on {system}", { browser, system })
        : (browser ?? system ?? say("Unknown device")),
    isPhone: system === "iPhone" || system === "Android",
  };
}
