import { chromium } from "@playwright/test";

const [base, out, ...paths] = process.argv.slice(2);
const browser = await chromium.launch({ executablePath: process.env.CHROMIUM_PATH });
const login = await (
  await fetch(`${base}/v1/auth/login`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ username: "admin", password: "admin-kiosk" }),
  })
).json();
for (const spec of paths) {
  const [name, path, steps] = spec.split("::");
  for (const [w, scheme] of [
    [1440, "light"],
    [1440, "dark"],
    [768, "light"],
    [390, "light"],
    [390, "dark"],
  ]) {
    if (process.env.ONLY && !process.env.ONLY.split(",").includes(`${w}${scheme}`)) continue;
    const ctx = await browser.newContext({ viewport: { width: w, height: 900 }, colorScheme: scheme, baseURL: base });
    const page = await ctx.newPage();
    await page.addInitScript(
      (v) => {
        for (const [k, x] of Object.entries(v)) if (typeof x === "string") localStorage.setItem(k, x);
        localStorage.setItem("dashboard-sidebar", "open");
      },
      { ...login, role: "admin", account_status: "active" },
    );
    await page.goto(path);
    await page.waitForTimeout(2500);
    if (steps) await new Function("page", `return (async () => { ${steps} })()`)(page);
    const over = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
    if (over > 0) console.log("OVERFLOW", name, w, over);
    await page.screenshot({ path: `${out}/${name}-${w}-${scheme}.png` });
    await ctx.close();
  }
}
await browser.close();
