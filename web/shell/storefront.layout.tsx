import { Outlet } from "react-router";
import { pageData } from "#web/api/page-data.ts";
import { categories, shop } from "#web/catalogue/catalogue.queries.ts";
import { deferredComponent } from "#web/hydration/deferred-component.tsx";
import { say } from "#words/say.ts";
import { ErrorPage } from "./error-page.tsx";
import { Header } from "./header.tsx";
import { PendingPage, usePendingPage } from "./pending-page.tsx";

const Footer = deferredComponent(() => import("./footer.tsx").then((part) => part.Footer));

const ShopLinks = deferredComponent(() => import("./shop-links.tsx").then((part) => part.ShopLinks));

const page = pageData({ critical: () => [shop()], deferred: () => [categories()] });
export const loader = page.loader;
export const clientLoader = page.clientLoader;

/** The storefront's layout: header, page and footer. */
export default function StorefrontLayout() {
  const pending = usePendingPage();
  return (
    <>
      <SkipLink />
      <Header />
      <div inert={pending.PendingSkeleton !== undefined}>
        <div id="content" tabIndex={-1} className="min-h-[70dvh] outline-none">
          <Outlet />
        </div>
        <Footer />
      </div>
      <PendingPage {...pending} />
    </>
  );
}

const SkipLink = () => (
  <a href="#content" className="skip-link">
    {say("Skip to content")}
  </a>
);

export const ErrorBoundary = ({ error }: { error: unknown }) => (
  <>
    <SkipLink />
    <Header />
    <div id="content" tabIndex={-1} className="min-h-[70dvh] outline-none">
      <ErrorPage error={error} more={<ShopLinks />} />
    </div>
    <Footer />
  </>
);
