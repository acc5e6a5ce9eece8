import { screenTexts } from "./said-texts.mjs";

/** Of a catalogue, given as JSON, what screens say. */
export function ofScreens(catalogue) {
  const said = screenTexts();
  return JSON.stringify(Object.fromEntries(Object.entries(JSON.parse(catalogue)).filter(([text]) => said.has(text))));
}

/** For the build: the catalogues browsers load leave out what only the server says. */
export const screenWords = () => ({
  name: "screen-words",
  enforce: "pre",
  applyToEnvironment: ({ name }) => name === "client",
  transform: { filter: { id: /\/words\/\w+\.json$/ }, handler: ofScreens },
});
