import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Laptop, Smartphone } from "lucide-react";
import type { Session } from "#contract/accounts/accounts.ts";
import { call } from "#web/api/call.ts";
import { query } from "#web/api/query.ts";
import { ErrorNotice } from "#web/ui/feedback/error-notice.tsx";
import { TextSkeleton } from "#web/ui/feedback/skeleton.tsx";
import { toast } from "#web/ui/feedback/toast-store.ts";
import { Button } from "#web/ui/forms/button.tsx";
import { CardSection } from "#web/ui/layout/card.tsx";
import { moveFocusToNextRow } from "#web/ui/layout/focus-on-removal.ts";
import { Badge } from "#web/ui/text/badge.tsx";
import { formatMoment } from "#web/ui/text/date-format.ts";
import { sayWith } from "#web/ui/text/say-with.ts";
import { say, shopLocale } from "#words/say.ts";

const sessions = () => query("GET /account/sessions", {});

/** The account's sessions; all but the current one can be ended. */
export function Sessions() {
  const { data, isError, refetch } = useQuery(sessions());
  return (
    <CardSection
      title={say("Signed-in devices")}
      hint={say("Sign out of any device you don't recognize, then change your password.")}
    >
      {isError ? (
        <ErrorNotice onRetry={() => void refetch()}>{say("Couldn't load your devices.")}</ErrorNotice>
      ) : data ? (
        <ul className="-my-3 divide-y divide-hairline">
          {data.data.map((session) => (
            <SessionRow key={session.id} session={session} />
          ))}
        </ul>
      ) : (
        <TextSkeleton lines={3} />
      )}
    </CardSection>
  );
}

function SessionRow({ session }: { session: Session }) {
  const client = useQueryClient();
  const locale = shopLocale();
  const { name, isPhone } = describeDevice(session.user_agent);
  const Icon = isPhone ? Smartphone : Laptop;
  const ending = useMutation({
    mutationFn: () => call("DELETE /account/sessions/:id", { params: { id: session.id } }),
    onSuccess: () => toast({ title: say("Device signed out"), tone: "success" }),
    onError: ({ message }) => toast({ title: message, tone: "danger" }),
    onSettled: () => client.invalidateQueries({ queryKey: sessions().queryKey }),
  });
  const used = formatMoment(session.last_used_at, locale);
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
