import { QueryClientProvider } from "@tanstack/react-query";
import { renderToStaticMarkup } from "react-dom/server";
import { MemoryRouter } from "react-router";
import { expect, test } from "vitest";
import { queryClient } from "#web/api/call.ts";
import { categories, shop } from "#web/catalogue/catalogue.queries.ts";
import { DepartmentLinks } from "#web/catalogue/menu/department-links.tsx";
import { Departments } from "./departments.tsx";

const category = (id: number) => ({ id, name: `Shelf ${id}`, path: `shelf-${id}`, image: null, product_count: 1 });

function draw(page: React.ReactNode, { has_sale = false } = {}) {
  const client = queryClient(() => Promise.reject(new Error("nothing is asked")));
  client.setQueryData(categories().queryKey, { data: [category(1)], has_sale } as never);
  client.setQueryData(shop().queryKey, { data: { navigation_links: [] } } as never);
  return renderToStaticMarkup(
    <QueryClientProvider client={client}>
      <MemoryRouter>{page}</MemoryRouter>
    </QueryClientProvider>,
  );
}

test("R1 the tile of an only category is as wide as others", () => {
  const [, width] = draw(<Departments heading="Shop by category" />).match(/<li class="[^"]*md:max-w-(\d+)/) ?? [];
  // In units of four pixels.
  expect(Number(width) * 4).toBeLessThanOrEqual(320);
});

test("H2 the menu leads to reduced products while there are any", () => {
  expect(draw(<DepartmentLinks />, { has_sale: true })).toContain("on_sale=true");
  expect(draw(<DepartmentLinks />)).toContain("Shelf 1");
  expect(draw(<DepartmentLinks />)).not.toContain("on_sale=true");
});
