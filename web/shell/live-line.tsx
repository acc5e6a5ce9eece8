import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { useSession } from "#web/api/session.ts";

/** Keeps the live line to the shop open while somebody is signed in. What it takes is loaded only then. */
export function LiveLine() {
  const client = useQueryClient();
  const signedIn = useSession(({ status }) => status === "in");
  const person = useSession((session) => session.person);
  useEffect(() => {
    if (!signedIn) return;
    let wanted = true;
    let hangUp = () => {};
    import("./socket.ts").then(
      ({ openLine }) => {
        if (wanted) hangUp = openLine(client);
      },
      (error: unknown) => console.error("The live line could not be loaded.", error),
    );
    return () => {
      wanted = false;
      hangUp();
    };
  }, [client, signedIn, person]);
  return null;
}
