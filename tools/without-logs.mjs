/**
 * Marks what a library tells its own log as free of effects, so that the minifier leaves it out where nothing is made of
 * it: sentences for the library's users, which no page of ours ever shows.
 */
export const withoutLogs = (code) =>
  code.replaceAll(/\b(?:this\.)?logger\.(?:debug|deprecate|error|log|once|warn)\(/g, '/* @__PURE__ */ $&');
