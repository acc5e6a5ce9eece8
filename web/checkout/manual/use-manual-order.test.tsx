import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test, vi } from "vitest";
import { useManualOrder } from "./use-manual-order.ts";

type ManualOrder = ReturnType<typeof useManualOrder>;

function Form({ onOpen }: { onOpen: (order: ManualOrder) => void }) {
  onOpen(useManualOrder({ country: "DE", currency: "EUR", customerId: undefined }, () => {}));
  return null;
}

test("A6 of two customers chosen quickly the second stays, also when the first one's answer comes last", async () => {
  const answers = new Map<string, (response: Response) => void>();
  vi.stubGlobal(
    "fetch",
    (url: string) => new Promise<Response>((answer) => void answers.set(url.split("/").at(-1) ?? "", answer)),
  );
  let order: ManualOrder | undefined;
  const client = new QueryClient({ defaultOptions: { queries: { enabled: false } } });
  renderToStaticMarkup(
    <QueryClientProvider client={client}>
      <Form onOpen={(opened) => (order = opened)} />
    </QueryClientProvider>,
  );
  const { chooseCustomer, form } = order as ManualOrder;
  // Mounts the form, which rendering to a text doesn't.
  form.reset();
  const reply = (fullname: string) => {
    const addresses = [{ fullname, line1: `Street of ${fullname}`, country: "DE", is_default_shipping: true }];
    return Response.json({ data: { fullname, email: null, username: fullname.toLowerCase(), addresses } });
  };
  const chosen = [chooseCustomer(1), chooseCustomer(2)];
  answers.get("2")?.(reply("Grace"));
  await chosen[1];
  answers.get("1")?.(reply("Ada"));
  await chosen[0];
  expect(form.getValues("customer")).toEqual({ id: 2, label: "Grace · grace" });
  expect(form.getValues("address.line1")).toBe("Street of Grace");
});
