import { QueryClientProvider } from "@tanstack/react-query";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { query, queryClient } from "#web/api/call.ts";
import { Sessions } from "./sessions.tsx";

test("R8 all other devices are signed out at once, where there are several", () => {
  const drawn = (others: number) => {
    const client = queryClient(() => Promise.reject(new Error("nothing is asked")));
    const session = (id: string, current: boolean) => ({
      id,
      user_agent: null,
      last_used_at: "2026-11-28T12:00:00Z",
      current,
    });
    const data = [session("0", true), ...Array.from({ length: others }, (_, at) => session(`${at + 1}`, false))];
    client.setQueryData(query("GET /account/sessions", {}).queryKey, { data } as never);
    return renderToStaticMarkup(
      <QueryClientProvider client={client}>
        <Sessions />
      </QueryClientProvider>,
    );
  };
  expect(drawn(2)).toContain("Sign out of all other devices");
  // One has a button of its own.
  expect(drawn(1)).not.toContain("Sign out of all other devices");
});
