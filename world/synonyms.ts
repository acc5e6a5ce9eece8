/** The merchant's synonyms for the search. */
export const searchSynonyms = [
  { words: ["television", "tv"], includes: ["projector"] },
  { words: ["tennis"], includes: ["racket"] },
  { words: ["ping pong", "table tennis"], includes: ["bat"] },
  { words: ["hourglass", "sand timer"], includes: ["minute glass"] },
  { words: ["piano"], includes: ["keyboard"] },
  { words: ["lamp"], includes: ["festival lantern", "filament bulb"] },
  { words: ["light"], includes: ["lamp", "festival lantern", "torch"] },
  { words: ["train", "locomotive"], includes: ["engine"] },
];
