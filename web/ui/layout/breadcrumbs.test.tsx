import { renderToStaticMarkup } from "react-dom/server";
import { MemoryRouter } from "react-router";
import { expect, test } from "vitest";
import { Breadcrumbs, type Crumb } from "./page-head.tsx";

const shown = (crumbs: Crumb[]) =>
  renderToStaticMarkup(
    <MemoryRouter>
      <Breadcrumbs crumbs={crumbs} />
    </MemoryRouter>,
  )
    .match(/(?<=<(a|span)[^>]*>)[^<]+/g)
    ?.join(" > ");
const home = { label: "Home", href: "/" };
const department = { label: "Home", href: "/products?category=home" };

test("R2 R3 a department with the name of the first breadcrumb is shown once", () => {
  expect(shown([home, department, { label: "Lamp" }])).toBe("Home > Lamp");
  expect(shown([home, { label: "All products", href: "/products" }, { label: "Home" }])).toBe(
    "Home > All products > Home",
  );
  expect(shown([home, { label: "Cart" }])).toBe("Home > Cart");
});

test("R2 R3 a product with the name of its category is shown with it", () => {
  expect(shown([home, { label: "Teapot", href: "/products?category=teapot" }, { label: "Teapot" }])).toBe(
    "Home > Teapot > Teapot",
  );
});
