import type { Locator, Page } from "@playwright/test";

/** Seconds of a person: to aim at a control and press it, to type a character, to paste a text. */
export const pace = { press: 1.1, character: 0.25, paste: 0.5 };

/** Does a task as a person would, and counts. What the shop takes until a control can be used is its waiting time. */
export class Merchant {
  clicks = 0;
  fields = 0;
  personSeconds = 0;
  waitedMs = 0;
  readonly page: Page;

  constructor(page: Page) {
    this.page = page;
  }

  /** Presses a control. */
  async press(control: Locator) {
    await this.wait(() => control.click({ trial: true }));
    await control.click();
    this.clicks += 1;
    this.personSeconds += pace.press;
  }

  /** Opens a menu that opens under the pointer; counted as a press. */
  async openMenu(control: Locator) {
    await this.wait(() => control.hover());
    this.clicks += 1;
    this.personSeconds += pace.press;
  }

  /** Chooses from a list, which takes two presses. */
  async choose(list: Locator, label: string | RegExp) {
    await this.wait(() => list.click({ trial: true }));
    await list.selectOption(typeof label === "string" ? { label } : await optionLike(list, label));
    this.clicks += 2;
    this.personSeconds += 2 * pace.press;
  }

  /** Chooses files: a press on the button, and one in the window of the system. */
  async files(field: Locator, files: { name: string; mimeType: string; buffer: Buffer }[]) {
    await field.setInputFiles(files);
    this.clicks += 2;
    this.personSeconds += 2 * pace.press;
  }

  /** Types into a field, going to it first unless it has the focus. */
  async type(field: Locator, text: string) {
    await this.goTo(field);
    await field.fill(text);
    this.personSeconds += text.length * pace.character;
  }

  /** Pastes a text that the person has copied. */
  async paste(field: Locator, text: string) {
    await this.goTo(field);
    await field.fill(text);
    this.personSeconds += pace.paste;
  }

  /** Waits until something is on the screen, or no longer. */
  see(what: Locator, state: "visible" | "hidden" = "visible") {
    return this.wait(() => what.first().waitFor({ state, timeout: 60_000 }));
  }

  private async goTo(field: Locator) {
    await this.wait(() => field.click({ trial: true }));
    this.fields += 1;
    if (!(await field.evaluate((element) => element === document.activeElement))) this.personSeconds += pace.press;
  }

  private async wait(until: () => Promise<unknown>) {
    const start = performance.now();
    await until();
    this.waitedMs += performance.now() - start;
  }
}

const optionLike = async (list: Locator, label: RegExp) => ({
  label: (await list.locator("option").allInnerTexts()).find((text) => label.test(text)) ?? "",
});
