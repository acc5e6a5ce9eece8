import { QueryClientProvider } from "@tanstack/react-query";
import { StrictMode, startTransition } from "react";
import { hydrateRoot } from "react-dom/client";
import { HydratedRouter } from "react-router/dom";
import { syncSessionAcrossTabs } from "#web/api/session/session.ts";
import { resumeLostNavigation } from "#web/hydration/lost-navigation.ts";
import { setShopTimeZone } from "#web/ui/text/date-format.ts";
import { languageOf, type Messages, setLanguage } from "#words/say.ts";
import { browserClient } from "./api/call.ts";
import { Origin } from "./api/origin.ts";

resumeLostNavigation();
syncSessionAcrossTabs();

function hydrate() {
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

const catalogs = import.meta.glob<Messages>(["/words/*.json", "!/words/en.json"], { import: "default" });

/** Sets language and time zone; a promise while messages are loading. When that fails the page stays in English. */
function loadLanguage(): Promise<void> | undefined {
  const { lang, dataset } = document.documentElement;
  const locale = dataset.locale ?? lang;
  if (dataset.timeZone) setShopTimeZone(dataset.timeZone);
  const catalog = catalogs[`/words/${languageOf(lang)}.json`];
  if (!catalog) return void setLanguage(locale, undefined);
  return catalog().then(
    (words) => setLanguage(locale, words),
    () => setLanguage(locale, undefined),
  );
}

const loading = loadLanguage();
if (loading) void loading.then(hydrate);
else hydrate();
