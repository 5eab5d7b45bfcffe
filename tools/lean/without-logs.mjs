/**
 * Marks the log calls of a library as free of side effects, so that the minifier removes them. No page of Samtal shows
 * these log lines.
 */
export const withoutLogs = (code) =>
  code.replaceAll(
    /\b(?:this\.)?logger[a-z]*\.(?:debug|deprecate|error|log|once|warn)\(/g,
    '/* @__PURE__ */ $&',
  );
