import { say, text } from "#words/say.ts";

/** One level of the category menu: the children of a category, or the top level with an empty path. */
export interface Level {
  path: string;
  name: string;
}

export const topLevel: Level = { path: "", name: text("Categories") };
/** From the top down; never empty. */
export type Levels = readonly [Level, ...Level[]];
export const topLevels: Levels = [topLevel];

export const openLevel = (levels: Levels, { path, name }: Level): Levels => [...levels, { path, name }];

/** Removes the last level; the top level stays. */
export const closeLevel = (levels: Levels): Levels => {
  const [top, ...below] = levels;
  return [top, ...below.slice(0, -1)];
};

/** The category's name, or the translated heading of the top level. */
export const levelName = ({ path, name }: Level) => (path ? name : say(name));

export const currentLevel = (levels: Levels): Level => levels.at(-1) ?? levels[0];
