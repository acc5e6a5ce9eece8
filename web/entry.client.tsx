import { QueryClientProvider } from "@tanstack/react-query";
import { StrictMode, startTransition } from "react";
import { hydrateRoot } from "react-dom/client";
import { HydratedRouter } from "react-router/dom";
import { browserClient } from "./api/browser-client.ts";
import { learnLanguage } from "./api/learn-language.ts";
import { Origin } from "./api/origin.ts";
import { followOtherTabs } from "./api/session.ts";
import { watchLostParts } from "./shell/lost-parts.ts";

watchLostParts();
followOtherTabs();

function comeAlive() {
  startTransition(() => {
    hydrateRoot(
      document,
      <StrictMode>
        <QueryClientProvider client={browserClient()}>
          <Origin value={location.origin}>
            <HydratedRouter />
          </Origin>
        </QueryClientProvider>
      </StrictMode>,
    );
  });
}

const learning = learnLanguage();
if (learning) void learning.then(comeAlive);
else comeAlive();
