import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { useSession } from "#web/api/session/session.ts";

/** Keeps the live line to the shop open while somebody is signed in. What it takes is loaded only then. */
export function LiveConnection() {
  const client = useQueryClient();
  const signedIn = useSession(({ status }) => status === "in");
  const userId = useSession((session) => session.userId);
  useEffect(() => {
    if (!signedIn) return;
    let wanted = true;
    let hangUp = () => {};
    import("./socket.ts").then(
      ({ connectSocket: openLine }) => {
        if (wanted) hangUp = openLine(client);
      },
      (error: unknown) => console.error("The live line could not be loaded.", error),
    );
    return () => {
      wanted = false;
      hangUp();
    };
  }, [client, signedIn, userId]);
  return null;
}
