import type { ReactNode } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { createMemoryRouter, RouterProvider } from "react-router";
import { expect, test, vi } from "vitest";
import { ErrorBoundary as DashboardError } from "#web/dashboard/dashboard.layout.tsx";
import { ErrorBoundary as LastError } from "#web/root.tsx";
import { ErrorPage } from "./error-page.tsx";

// The layout is tested in the browser; here it is a stub. Test files share modules, so they are reset before and after.
vi.doMock("./header.tsx", () => ({ Header: () => <header>The shop</header> }));
vi.doMock("./footer.tsx", () => ({ Footer: () => <footer>The end</footer> }));
vi.resetModules();
const { ErrorBoundary: StorefrontError } = await import("./storefront.layout.tsx");
vi.doUnmock("./header.tsx");
vi.doUnmock("./footer.tsx");
vi.resetModules();

const error = new Error("a secret of ours");
const drawn = (element: ReactNode) =>
  renderToStaticMarkup(<RouterProvider router={createMemoryRouter([{ path: "*", element }])} />);

test("R15 the storefront's error page has header and footer, and links to the home page", () => {
  const page = drawn(<StorefrontError error={error} />);
  expect(page).toContain("<header>The shop</header>");
  expect(page).toContain("Something went wrong. Please try again.");
  expect(page).toMatch(/<a href="\/"[^>]*>Go Home/);
  expect(page).not.toContain("secret");
});

test("R15 the dashboard's error page links to the dashboard", () => {
  const page = drawn(<DashboardError error={error} />);
  expect(page).toContain("Something went wrong. Please try again.");
  expect(page).toMatch(/<a href="\/dashboard\/home"[^>]*>Go Home/);
  expect(page).toContain("Retry");
  expect(page).not.toContain("secret");
});

test("R16 the root error page says 'Unexpected Application Error!'", () => {
  const page = drawn(<LastError error={error} />);
  expect(page).toContain("Unexpected Application Error!");
  expect(page).toContain("Retry");
  expect(page).not.toContain("secret");
});

test("R13 R14 a missing or forbidden page has its own error page in every layout", () => {
  const answer = (status: number) => ({ status, statusText: "", data: null, internal: false });
  expect(drawn(<ErrorPage error={answer(404)} />)).toContain("PAGE NOT FOUND");
  expect(drawn(<ErrorPage error={answer(403)} />)).toContain("PAGE IS FORBIDDEN");
});
