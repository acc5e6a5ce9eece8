import { openApp } from "#server/app.ts";
import { suppressEmails } from "#server/emails/emails.ts";
import { readConfig } from "#server/platform/config.ts";
import type { Connection } from "#server/platform/database/database.ts";
import { inTransaction } from "#server/platform/database/transaction.ts";
import { demoTagline, updateSettings } from "#server/shop/shop.ts";

/** The seller on the invoices of the demo orders. IBAN and VAT ID are the examples of their standards; nobody has them. */
const seller = {
  tagline: demoTagline,
  legal_name: "Kiosk demo shop (sample)",
  address: "Example Street 1\n10115 Berlin\nGermany",
  representative: "Sam Sample",
  register_entry: "Sample register, HRB 00000",
  vat_id: "DE123456788",
  bank_account: {
    account_holder: "Kiosk demo shop",
    iban: "DE89 3704 0044 0532 0130 00",
    bic: "COBADEFFXXX",
    bank_name: "Example Bank",
  },
  contact: {
    messaging: "https://kiosk.example/message",
    chat: "https://kiosk.example/chat",
    video: "https://kiosk.example/videos",
    phone: "+49 30 1234567",
    email: "hello@kiosk.example",
  },
};

// Seeds the demo data in a process of its own (see demo.ts).
process.on("disconnect", () => process.exit(1));
const shop = await openApp(readConfig(), JSON.parse(process.env.KIOSK_CONNECTION ?? "{}") as Connection);
try {
  const { seedDemo } = await import("#world/seed.ts");
  suppressEmails(shop.app);
  await inTransaction(shop.app.db, (tx) => updateSettings(tx, seller));
  await seedDemo(shop.app);
  // Last: an interrupted seed does not make a demo shop.
  await inTransaction(shop.app.db, (tx) => updateSettings(tx, { demo: true }));
} finally {
  await shop.close();
}
process.exit(0);
