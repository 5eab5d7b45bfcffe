/**
 * JsSIP's grammar, written out by PEG.js 0.7, is a third of JsSIP. Nearly half of it can go without a change of what it
 * parses: rules that JsSIP never begins with, the report of what was expected (JsSIP hears of a failure only that there
 * is one), and the steps of reading one literal, written out at each of its places.
 */

/** What JsSIP begins to parse with, in the parts of it that are bundled. */
export const startRules = [
  'CSeq',
  'Call_ID',
  'Contact',
  'Content_Length',
  'Content_Type',
  'Event',
  'From',
  'Max_Forwards',
  'Name_Addr_Header',
  'Proxy_Authenticate',
  'Record_Route',
  'Refer_To',
  'Replaces',
  'Request_Response',
  'SIP_URI',
  'Session_Expires',
  'To',
  'Via',
  'WWW_Authenticate',
  'host',
  'quoted_string',
  'uuid',
];

/** How the parser reads one thing of each kind. */
const readers = `
  function literal(text) {
    if (input.substr(pos, text.length) !== text) return null;
    pos += text.length;
    return text;
  }
  function caseless(text) {
    var found = input.substr(pos, text.length);
    if (found.toLowerCase() !== text) return null;
    pos += text.length;
    return found;
  }
  function oneOf(characters) {
    var found = input.charAt(pos);
    if (!characters.test(found)) return null;
    pos++;
    return found;
  }
`;

const text = String.raw`"(?:[^"\\]|\\.)*"`;
const step = (pattern) => new RegExp(pattern, 'g');
const reads = (test, found, length) =>
  step(
    String.raw`if \(${test}\) \{\s*(?<result>\w+) = ${found};\s*pos ?${length};\s*\}\s*else \{\s*\k<result> = null;\s*\}`,
  );

const steps = [
  // The rules to begin with: what none of them leads to is dropped by the minifier.
  [
    /var parseFunctions = \{[^}]*\};/,
    `var parseFunctions = { ${startRules.map((rule) => `${rule}: parse_${rule}`).join()} };`,
  ],
  // What was expected at a place, and the error made of it, which is never thrown.
  [step(String.raw`if \(reportFailures === 0\) \{\s*matchFailed\(${text}\);\s*\}`), ''],
  [/var offset = Math\.max\(pos, rightmostFailuresPos\);[^]*?(?=return -1;)/, ''],
  [/result\.SyntaxError = [^]*?SyntaxError\.prototype = Error\.prototype;/, ''],
  // One sign, a word, a word in any case, a set of characters.
  [
    reads(String.raw`input\.charCodeAt\(pos\) === \d+`, `(?<text>${text})`, String.raw`\+\+`),
    '$<result> = literal($<text>);',
  ],
  [
    reads(String.raw`input\.substr\(pos, \d+\) === ${text}`, `(?<text>${text})`, String.raw`\+= \d+`),
    '$<result> = literal($<text>);',
  ],
  [
    reads(
      String.raw`input\.substr\(pos, \d+\)\.toLowerCase\(\) === (?<text>${text})`,
      String.raw`input\.substr\(pos, \d+\)`,
      String.raw`(?:\+= \d+|\+\+)`,
    ),
    '$<result> = caseless($<text>);',
  ],
  [
    reads(
      String.raw`(?<set>\/\^\[.*\]\/)\.test\(input\.charAt\(pos\)\)`,
      String.raw`input\.charAt\(pos\)`,
      String.raw`\+\+`,
    ),
    '$<result> = oneOf($<set>);',
  ],
  [/var pos = 0;/, `$&${readers}`],
];

/** @param {string} source JsSIP's lib/Grammar.js */
export const leanGrammar = (source) =>
  steps.reduce((code, [written, lean]) => {
    if (code.search(written) < 0) throw new Error(`JsSIP's grammar has no ${written} any more`);
    return code.replace(written, lean);
  }, source);
