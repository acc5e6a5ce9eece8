/** The merchant's synonyms for the search. */
export const searchSynonyms = [
  { words: ["television", "tv"], includes: ["projector"] },
  { words: ["tennis"], includes: ["racket"] },
  { words: ["ping pong", "table tennis"], includes: ["bat"] },
  { words: ["hourglass", "sand timer"], includes: ["minute glass"] },
  { words: ["piano"], includes: ["keyboard"] },
  { words: ["train", "locomotive"], includes: ["engine"] },
];
