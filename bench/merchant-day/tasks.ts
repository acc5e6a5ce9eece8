import type { Locator, Page } from "@playwright/test";
import type { BenchShop } from "#bench/shop.ts";
import type { Merchant } from "./merchant.ts";
import { type Headers, importProducts, makeImages, placeOrders } from "./prepare.ts";

/** So that the tasks can be done again in the same shop. */
const suffix = Date.now().toString(36).toUpperCase();

interface Task {
  name: string;
  /** Done before the clock starts, by the API. */
  prepare?: (shop: Pick<BenchShop, "url">, headers: Headers) => Promise<number[] | undefined>;
  /** `numbers` are those of the orders that were prepared. */
  work: (merchant: Merchant, page: Page, numbers: readonly number[]) => Promise<void>;
}

const button = (page: Page | Locator, name: string | RegExp) => page.getByRole("button", { name, exact: true });
const menu = (page: Page, name: string | RegExp) =>
  page.getByRole("navigation", { name: "Dashboard" }).getByRole("link", { name }).first();
/** The folded menu shows the pages of products beside it. */
const openProducts = async (merchant: Merchant, page: Page, name: RegExp) => {
  await merchant.openMenu(button(page.getByRole("navigation", { name: "Dashboard" }), "Products"));
  await merchant.press(page.getByRole("menuitem", { name }));
};
const openSettings = async (merchant: Merchant, page: Page, name: string) => {
  await merchant.press(menu(page, "Settings"));
  await merchant.press(page.getByRole("navigation", { name: "Settings" }).getByRole("link", { name, exact: true }));
};
const openOrder = async (merchant: Merchant, page: Page) => {
  await merchant.press(menu(page, /^Orders/));
  const row = page.getByRole("row").filter({ hasText: "Confirmed" }).filter({ hasText: "Paid" }).first();
  await merchant.press(row.getByRole("link").first());
};

/** The tasks of the table, in its order; some need what those before them made. */
export const tasks: Task[] = [
  {
    name: "A product with 24 variations and 8 images",
    work: async (merchant, page) => {
      await openProducts(merchant, page, /^Add product$/i);
      await merchant.type(page.getByLabel("Name", { exact: true }), "Harbour Mug");
      await merchant.files(page.getByLabel("Choose images"), await makeImages(8));
      for (const [name, labels] of [
        [`Glaze ${suffix.slice(-4)}`, ["Sand", "Moss", "Slate", "Clay"]],
        [`Volume ${suffix.slice(-4)}`, ["1 dl", "2 dl", "3 dl", "4 dl", "5 dl", "6 dl"]],
      ] as const) {
        await merchant.press(button(page, "Create option"));
        const option = page.getByRole("dialog", { name: "Create option" });
        await merchant.type(option.getByLabel("Name"), name);
        for (const [at, label] of labels.entries()) {
          const field = option.getByLabel(`Value ${at + 1}`, { exact: true });
          if ((await field.count()) === 0) await merchant.press(button(option, "Add a value"));
          await merchant.type(field, label);
        }
        await merchant.press(button(option, "Save option"));
      }
      const several = page.getByRole("group", { name: "Bulk edit variations" });
      await merchant.type(several.getByLabel(/^Price for all 24/), "18");
      await merchant.press(button(several, "Set"));
      await merchant.choose(several.getByLabel("Set for all 24"), "In stock");
      await merchant.type(several.getByLabel(/^In stock for all 24/), "10");
      await merchant.press(button(several, "Set"));
      await merchant.see(page.getByLabel("Alt text for image 8"));
      await merchant.press(button(page, "Save"));
      await merchant.see(page.getByRole("heading", { level: 1, name: "Harbour Mug" }));
    },
  },
  {
    name: "+10% on 2,000 products",
    prepare: async (shop, headers) => void (await importProducts(shop, headers)),
    work: async (merchant, page) => {
      await openProducts(merchant, page, /^All products$/i);
      await merchant.press(page.getByRole("checkbox", { name: "Select all on this page" }));
      await merchant.press(page.getByRole("link", { name: /^Edit all/ }));
      await merchant.type(page.getByLabel("Percentage"), "10");
      await merchant.press(button(page, "Preview"));
      await merchant.press(button(page, /^Change [\d,]+ products$/));
      await merchant.see(page.getByText("Completed"));
    },
  },
  {
    name: "The same undone",
    work: async (merchant, page) => {
      await page.goto("/dashboard/products/bulk-edits");
      await page.getByRole("main").getByRole("link", { name: /\+10%/ }).first().click();
      await merchant.press(button(page, "Undo"));
      await merchant.press(button(page.getByRole("dialog"), "Undo"));
      await merchant.see(page.getByText("Undone", { exact: true }));
    },
  },
  {
    name: "A coupon of 10%",
    work: async (merchant, page) => {
      await merchant.press(menu(page, "Coupons"));
      await merchant.press(page.getByRole("link", { name: "Create coupon" }).first());
      await merchant.type(page.getByLabel("Code"), `TEN${suffix}`.slice(0, 8));
      await merchant.type(page.getByLabel("Percentage", { exact: true }).last(), "10");
      await merchant.press(button(page, "Create coupon").last());
      await merchant.see(page.getByRole("heading", { level: 1, name: `TEN${suffix}`.slice(0, 8) }));
    },
  },
  {
    name: "A shipping zone with a rate",
    work: async (merchant, page) => {
      await openSettings(merchant, page, "Shipping");
      await merchant.press(button(page, "Create zone"));
      const zone = page.getByRole("dialog", { name: "Create zone" });
      await merchant.type(zone.getByLabel("Name"), `Islands ${suffix}`);
      await merchant.type(zone.getByLabel("Search countries"), "Malta");
      await merchant.press(zone.getByRole("option", { name: "Malta" }));
      await merchant.press(button(zone, "Create zone"));
      await merchant.press(button(page, `Add method to Islands ${suffix}`).last());
      const method = page.getByRole("dialog", { name: `Add method to Islands ${suffix}` });
      await merchant.type(method.getByLabel("Name"), "Courier");
      await merchant.type(method.getByLabel("Price (EUR)"), "9.50");
      await merchant.press(button(method, "Create method"));
      await merchant.see(page.getByText(/€9\.50/));
    },
  },
  {
    name: "A tax rate of a country",
    work: async (merchant, page) => {
      await openSettings(merchant, page, "Taxes");
      await merchant.press(page.getByRole("button", { name: /^Add rate for / }).first());
      const rate = page.getByRole("dialog", { name: "Add tax rate" });
      await merchant.type(rate.getByLabel(/^Rate/), "25");
      await merchant.type(rate.getByLabel("Name"), "MVA");
      await merchant.press(button(rate, "Create rate"));
      await merchant.see(page.getByRole("row", { name: /MVA.*25%/ }));
    },
  },
  {
    name: "A review answered",
    work: async (merchant, page) => {
      await merchant.press(menu(page, /^Reviews/));
      await merchant.press(button(page.getByRole("main"), "Reply").first());
      await merchant.type(page.getByLabel(/^Reply to/).first(), "Thank you, we are glad.");
      await merchant.press(button(page, "Save reply"));
      await merchant.see(page.getByText("Reply from the shop"));
    },
  },
  {
    name: "A refund of 10.00 with its reason",
    prepare: placeOrders,
    work: async (merchant, page) => {
      await openOrder(merchant, page);
      await merchant.press(button(page, "Refund"));
      const refund = page.getByRole("dialog", { name: /^Refund order/ });
      await merchant.type(refund.getByRole("textbox", { name: /Amount/ }), "10");
      await merchant.type(refund.getByLabel("Reason"), "A chipped handle");
      await merchant.press(refund.getByRole("button", { name: /^Refund €10\.00/ }));
      await merchant.see(page.getByText("Partially refunded", { exact: true }));
    },
  },
  {
    name: "An order shipped with its tracking number",
    prepare: placeOrders,
    work: async (merchant, page) => {
      await openOrder(merchant, page);
      await merchant.press(button(page, "Ship"));
      const shipment = page.getByRole("dialog", { name: /^Ship order/ });
      await merchant.type(shipment.getByLabel("Carrier"), "DHL");
      await merchant.paste(shipment.getByLabel("Tracking number"), "JD014600003");
      await merchant.press(button(shipment, "Ship items"));
      await merchant.see(page.getByText("Shipped", { exact: true }));
    },
  },
  {
    name: "40 orders packed and shipped",
    prepare: placeOrders,
    work: async (merchant, page, numbers) => {
      await merchant.press(menu(page, /^Orders/));
      await merchant.press(page.getByRole("navigation", { name: "Views" }).getByRole("link", { name: /^To ship/ }));
      await merchant.choose(page.getByLabel("Orders on a page"), /^50/);
      await merchant.press(page.getByRole("checkbox", { name: /^Select all/ }));
      await merchant.press(button(page, "Mark as packed"));
      await merchant.see(page.getByRole("row").filter({ hasText: "Packed" }));
      await merchant.press(button(page, "Ship from list"));
      const dialog = page.getByRole("dialog", { name: "Ship orders" });
      const list = numbers.map((number) => `${number}\tDHL\tJD${number}`).join("\n");
      await merchant.paste(dialog.getByLabel("Orders"), list);
      await merchant.press(button(dialog, "Preview"));
      await merchant.press(button(dialog, `Ship ${numbers.length} orders`));
      await merchant.see(dialog, "hidden");
    },
  },
  {
    name: "An order taken by phone from a new customer, 10% off, paid by transfer",
    work: async (merchant, page) => {
      await merchant.press(menu(page, /^Orders/));
      await merchant.press(page.getByRole("link", { name: "Create order" }));
      await merchant.type(page.getByRole("combobox", { name: "Search products" }), "goggles");
      await merchant.press(page.getByRole("option", { name: / [1-9]\d* in stock$/ }).first());
      await merchant.type(page.getByLabel("Email of a new customer"), `grace${suffix}@example.com`);
      await merchant.type(page.getByLabel("Full name"), "Grace Hopper");
      await merchant.type(page.getByLabel("Street address"), "Main Street 1");
      await merchant.type(page.getByLabel("Postal code"), "10115");
      await merchant.type(page.getByLabel("City"), "Berlin");
      await merchant.press(page.getByRole("radio", { name: "Percentage" }));
      await merchant.type(page.getByRole("textbox", { name: "Percentage" }), "10");
      await merchant.type(page.getByLabel("Reason"), "Regular");
      await merchant.press(page.getByRole("radio", { name: "Bank transfer" }));
      await merchant.press(button(page, "Create order"));
      await merchant.see(page.getByText("Pending payment"));
    },
  },
  {
    name: "The heading of the home page changed",
    work: async (merchant, page) => {
      await openSettings(merchant, page, "Content");
      await merchant.press(button(page, "Edit sections"));
      await merchant.type(page.getByLabel("Heading").first(), "Good things for winter");
      await merchant.press(button(page, "Save"));
      await merchant.see(page.getByText("Settings saved"));
    },
  },
];
