import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { useSession } from "#web/api/session/session.ts";

/** Keeps the socket open while signed in; its script is loaded then. */
export function LiveConnection() {
  const client = useQueryClient();
  const signedIn = useSession(({ status }) => status === "in");
  const userId = useSession((session) => session.userId);
  useEffect(() => {
    if (!signedIn) return;
    let isWanted = true;
    let disconnect = () => {};
    import("./socket.ts").then(
      ({ connectSocket }) => {
        if (isWanted) disconnect = connectSocket(client);
      },
      (error: unknown) => console.error("The socket could not be loaded.", error),
    );
    return () => {
      isWanted = false;
      disconnect();
    };
  }, [client, signedIn, userId]);
  return null;
}
