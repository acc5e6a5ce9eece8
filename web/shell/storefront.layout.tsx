import { Outlet } from "react-router";
import { laterPart } from "#web/ui/later.tsx";
import { ErrorPage } from "./error-page.tsx";
import { Header } from "./header.tsx";

const Footer = laterPart(() => import("./footer.tsx").then((part) => part.Footer));

/** The public shell: header, page, footer. */
export default function StorefrontLayout() {
  return (
    <>
      <a href="#content" className={skip}>
        Skip to content
      </a>
      <Header />
      <div id="content" tabIndex={-1} className="min-h-[70dvh] outline-none">
        <Outlet />
      </div>
      <Footer />
    </>
  );
}

export function ErrorBoundary({ error }: { error: unknown }) {
  return (
    <>
      <Header />
      <div className="min-h-[70dvh]">
        <ErrorPage error={error} />
      </div>
      <Footer />
    </>
  );
}

const skip =
  "sr-only focus:not-sr-only focus:fixed focus:inset-s-4 focus:top-3 focus:z-50 focus:rounded focus:bg-raised focus:px-4 focus:py-2.5 focus:shadow";
