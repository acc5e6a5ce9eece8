import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test, vi } from "vitest";
import { blankAddress } from "#web/checkout/draft.ts";
import { useManualOrder } from "./use-manual-order.ts";

type ManualOrder = ReturnType<typeof useManualOrder>;

function Form({ onOpen }: { onOpen: (order: ManualOrder) => void }) {
  onOpen(useManualOrder({ country: "DE", currency: "EUR", customerId: undefined }, () => {}));
  return null;
}

function openOrder(): ManualOrder {
  let order: ManualOrder | undefined;
  const client = new QueryClient({ defaultOptions: { queries: { enabled: false } } });
  renderToStaticMarkup(
    <QueryClientProvider client={client}>
      <Form onOpen={(opened) => (order = opened)} />
    </QueryClientProvider>,
  );
  // Mounts the form, which rendering to a text doesn't.
  order?.form.reset();
  return order as ManualOrder;
}

const reply = (fullname: string, more: object = {}) => {
  const addresses = [{ fullname, line1: `Street of ${fullname}`, country: "DE", is_default_shipping: true, ...more }];
  return Response.json({ data: { fullname, email: null, username: fullname.toLowerCase(), addresses } });
};

/** Ada has a company in France; Linus can't be loaded. */
const stubCustomers = () =>
  vi.stubGlobal("fetch", async (url: string) => {
    if (url.endsWith("/1")) return reply("Ada", { company: "Ada SARL", phone: "+33 1", country: "FR" });
    return url.endsWith("/2") ? reply("Grace") : Response.json({}, { status: 404 });
  });

test("A6 of two customers chosen quickly the second stays, also when the first one's answer comes last", async () => {
  const answers = new Map<string, (response: Response) => void>();
  vi.stubGlobal(
    "fetch",
    (url: string) => new Promise<Response>((answer) => void answers.set(url.split("/").at(-1) ?? "", answer)),
  );
  const { chooseCustomer, form } = openOrder();
  const chosen = [chooseCustomer(1), chooseCustomer(2)];
  answers.get("2")?.(reply("Grace"));
  await chosen[1];
  answers.get("1")?.(reply("Ada"));
  await chosen[0];
  expect(form.getValues("customer")).toEqual({ id: 2, label: "Grace · grace" });
  expect(form.getValues("address.line1")).toBe("Street of Grace");
});

test("the address of a customer that was chosen by mistake isn't that of the next one", async () => {
  stubCustomers();
  const { chooseCustomer, removeCustomer, form } = openOrder();
  await chooseCustomer(1);
  expect(form.getValues("address")).toMatchObject({ line1: "Street of Ada", company: "Ada SARL", country: "FR" });
  removeCustomer();
  expect(form.getValues("customer")).toBeNull();
  expect(form.getValues("address")).toEqual({ ...blankAddress, country: "DE" });
  await chooseCustomer(1);
  // Without removing the first: nothing of Ada stays, also not what Grace has none of.
  form.setValue("address.phone", "+33 2");
  await chooseCustomer(2);
  expect(form.getValues("customer")).toEqual({ id: 2, label: "Grace · grace" });
  const grace = { ...blankAddress, fullname: "Grace", line1: "Street of Grace", country: "DE" };
  expect(form.getValues("address")).toEqual(grace);
});

test("an address goes with its customer also if its street was emptied, or the next customer can't be loaded", async () => {
  stubCustomers();
  const { chooseCustomer, form } = openOrder();
  await chooseCustomer(1);
  form.setValue("address.line1", "");
  await chooseCustomer(2);
  expect(form.getValues("address")).toMatchObject({ line1: "Street of Grace", company: "", phone: "" });
  await chooseCustomer(3);
  expect(form.getValues("address")).toEqual({ ...blankAddress, country: "DE" });
});

test("an address that was entered by hand stays when another customer is chosen", async () => {
  stubCustomers();
  const { chooseCustomer, removeCustomer, form } = openOrder();
  form.setValue("address.line1", "Gift Road 1");
  await chooseCustomer(1);
  expect(form.getValues("address.line1")).toBe("Gift Road 1");
  removeCustomer();
  await chooseCustomer(2);
  expect(form.getValues("address")).toMatchObject({ line1: "Gift Road 1", fullname: "" });
});
