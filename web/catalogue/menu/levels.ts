import { say, text } from "#words/say.ts";

/** One level of the category menu: what is below a category, or the top with an empty path. */
export interface Level {
  path: string;
  name: string;
}

export const topLevel: Level = { path: "", name: text("Categories") };
/** From the top down; never empty. */
export type Levels = readonly [Level, ...Level[]];
export const atTop: Levels = [topLevel];

/** Goes down to what is below a category. */
export const into = (levels: Levels, { path, name }: Level): Levels => [...levels, { path, name }];

/** Goes up again; at the top it stays there. */
export const up = (levels: Levels): Levels => {
  const [top, ...below] = levels;
  return [top, ...below.slice(0, -1)];
};

/** What a level is called: a category as the merchant calls it, the top in the language of the shop. */
export const nameOf = ({ path, name }: Level) => (path ? name : say(name));

/** The level that is shown. */
export const shown = (levels: Levels): Level => levels.at(-1) ?? levels[0];
