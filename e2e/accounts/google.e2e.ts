import { execFileSync } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { type AddressInfo, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, type Page, test } from "@playwright/test";
import { openShop } from "#e2e/support/shop.ts";
import { client, openIdProvider } from "#server/accounts/google/oidc-provider.fixture.ts";

const admin = fileURLToPath(new URL("../../scripts/admin.mjs", import.meta.url));
const people = {
  ada: { email: "ada@keeper.example", email_verified: true, name: "Ada Keeper" },
  newbie: { email: "newbie@customer.example", email_verified: true, name: "Nora Newbie" },
};
let shop: { address: string; stop: () => Promise<void> };
let stopAll: () => Promise<void>;

test.describe.configure({ mode: "serial" });

test.beforeAll(async () => {
  const dataDir = await mkdtemp(join(tmpdir(), "kiosk-google-"));
  const port = await freePort();
  const provider = await openIdProvider(people, `http://127.0.0.1:${port}/v1/auth/login/google/callback`);
  const login = { KIOSK_ADMIN_EMAIL: people.ada.email, KIOSK_ADMIN_PASSWORD: "quiet-river-stone" };
  execFileSync(process.execPath, [admin], { env: { ...process.env, DATA_DIR: dataDir, DATABASE_URL: "", ...login } });
  const google = { GOOGLE_CLIENT_ID: client.id, GOOGLE_CLIENT_SECRET: client.secret, OIDC_ISSUER: provider.issuer };
  shop = await openShop(dataDir, { demo: false, env: { PORT: String(port), ...google } });
  stopAll = async () => {
    await shop.stop();
    await provider.stop();
    await rm(dataDir, { recursive: true });
  };
});
test.afterAll(() => stopAll());

/** Signs in on the provider's pages. */
async function signInAtProvider(page: Page, name: string) {
  await expect(page).toHaveURL(/\/interaction\//);
  await page.locator("input[name=login]").fill(name);
  await page.locator("input[name=password]").fill("any");
  await page.locator("button[type=submit]").click();
  await page.getByRole("button", { name: "Continue" }).click();
}

const openDialog = async (page: Page, path: string) => {
  await page.goto(shop.address + path);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
};

test("R5 Continue with Google leads to the provider, and back to the page it began on with a toast", async ({
  page,
}) => {
  await openDialog(page, "/privacy?from=test");
  await page.getByRole("button", { name: "Continue with Google" }).click();
  await signInAtProvider(page, "newbie");
  await expect(page).toHaveURL(`${shop.address}/privacy?from=test`);
  await expect(page.getByText("Login successful 🔓")).toBeVisible();
});

test("R5 at the checkout it is offered beside the email, and leads back to the checkout", async ({ page }) => {
  await page.goto(`${shop.address}/checkout`);
  await expect(page.getByRole("button", { name: "Continue with this email" })).toBeVisible();
  await page.getByRole("button", { name: "Continue with Google" }).click();
  await signInAtProvider(page, "newbie");
  await expect(page.getByText("Login successful 🔓")).toBeVisible();
  // Without items the checkout leads on to the cart.
  await expect(page).toHaveURL(/\/(checkout|cart)$/);
});

test("R5 an administrator comes to the dashboard", async ({ page }) => {
  await openDialog(page, "/privacy");
  await page.getByRole("button", { name: "Continue with Google" }).click();
  await signInAtProvider(page, "ada");
  await expect(page).toHaveURL(/\/dashboard\/home$/);
  await expect(page.getByText("Login successful 🔓")).toBeVisible();
});

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
  const { port } = server.address() as AddressInfo;
  await new Promise((done) => server.close(done));
  return port;
}
