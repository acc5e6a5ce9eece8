import { chromium } from "playwright";

const [, , out, ...rest] = process.argv;
const browser = await chromium.launch({ executablePath: "/usr/bin/chromium-headless-shell" });
for (const spec of rest) {
  const [path, w, scheme = "light", full = "1"] = spec.split("@");
  const page = await browser.newPage({ viewport: { width: +w, height: w < 500 ? 844 : 900 }, colorScheme: scheme });
  await page.goto("http://localhost:4100" + path, { waitUntil: "networkidle" });
  await page.waitForTimeout(500);
  if (full === "1") {
    await page.evaluate(async () => {
      for (let y = 0; y < document.body.scrollHeight; y += 600) {
        scrollTo(0, y);
        await new Promise((r) => setTimeout(r, 80));
      }
      scrollTo(0, 0);
    });
    await page.waitForTimeout(500);
  }
  await page.screenshot({ path: `${out}-${path.replace(/\W+/g, "_")}-${w}-${scheme}.png`, fullPage: full === "1" });
  await page.close();
}
await browser.close();
