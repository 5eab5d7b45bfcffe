/** Builds React without the parts that Samtal never uses; see `docs/decisions/0037-react-is-trimmed.md`. */
import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';

/** What no module can import from React then, by file. */
export const leftOut = {
  react: ['ViewTransition', 'addTransitionType', 'useActionState'],
  'react-dom': [
    'preconnect',
    'prefetchDNS',
    'preinit',
    'preinitModule',
    'preload',
    'preloadModule',
    'useFormState',
  ],
  'react-dom-client': [],
};

/** What needs no import, but is refused then: the function that is called for it, and what it says. */
export const refused = {
  FragmentInstance: 'a ref of a Fragment',
  getResource: 'title, meta, link, style or script',
};

/** Functions that then have nothing to do, or are never called. */
export const emptied = [
  // View transitions
  'applyViewTransitionToHostInstances',
  'commitAfterMutationEffectsOnFiber',
  'commitAppearingPairViewTransitions',
  'commitDeletedPairViewTransitions',
  'commitEnterViewTransitions',
  'commitExitViewTransitions',
  'commitNestedViewTransitions',
  'measureNestedViewTransitions',
  'measureViewTransitionHostInstancesRecursive',
  'restoreEnterOrExitViewTransitions',
  'restoreNestedViewTransitions',
  'restorePairedViewTransitions',
  'restoreViewTransitionOnHostInstances',
  'scheduleViewTransitionEvent',
  'startViewTransition',
  'trackEnterViewTransitions',
  // Refs of Fragments
  'commitNewChildToFragmentInstance',
  'deleteChildFromFragmentInstance',
  // What belongs into the head of the page, or is to be loaded
  'acquireResource',
  'createHoistableInstance',
  'getHydratableHoistableCache',
  'insertSuspendedStylesheets',
  'mountHoistable',
  'preloadResource',
  'suspendResource',
  // Actions with a state
  'dispatchActionState',
  'mountActionState',
  'rerenderActionState',
  'runActionStateAction',
  'updateActionStateImpl',
  // Lists of Suspense, which no release of React exports
  'cutOffTailIfNeeded',
  'updateSuspenseListComponent',
];

/** The methods of classes of which there is then no object. */
const methods =
  /^( *)(?:FragmentInstance|ViewTransitionPseudoElement)\.prototype\.\w+ = function [^]*?^\1\};\n/gm;

/** What the exports for loading ahead call. */
const hints = /^( *)[DCLmXSM]: (?:\w+,?\n|function [^]*?^\1\},?\n)/gm;

/** The builds of React are indented differently; a declaration ends with the first brace below its beginning. */
const exportOf = (name) => new RegExp(`^( *)exports\\.${name} = (?:\\w+;\\n|function [^]*?^\\1\\};\\n)`, 'm');
const functionOf = (name) => new RegExp(`^( *)function ${name}\\([^]*?\\) \\{\\n[^]*?^\\1\\}\\n`, 'm');

function withPart(code, part, replacement) {
  if (!part.test(code)) throw new Error(`React has no ${part} now: see tools/lean/lean-react.mjs`);
  return code.replace(part, () => replacement);
}

/**
 * @param {string} code the source of a file of React, for production or for development
 * @param {string} file its name without these words: a key of `leftOut`
 */
export function trimReact(code, file) {
  let lean = code;
  for (const name of leftOut[file]) lean = withPart(lean, exportOf(name), '');
  if (file !== 'react-dom-client') return lean;
  for (const name of emptied) lean = withPart(lean, functionOf(name), `function ${name}() {}\n`);
  for (const [name, what] of Object.entries(refused))
    lean = withPart(
      lean,
      functionOf(name),
      `function ${name}() { throw Error('React is built without ${what}.'); }\n`,
    );
  return withPart(withPart(lean, methods, ''), hints, '');
}

const libraryFile = /\/react(?:-dom)?\/cjs\/([\w-]+)\.(?:production|development)\.js$/;

const trim = {
  name: 'lean-react',
  load(id) {
    const file = libraryFile.exec(id)?.[1];
    return file !== undefined && file in leftOut ? trimReact(readFileSync(id, 'utf8'), file) : undefined;
  },
};

/**
 * The Vite plugin that trims React, for the built page and for the browser tests. For tests Vite keeps the trimmed package
 * until the names of its plugins change, so this one has the hash of its source in its name.
 */
export const leanReact = () => ({
  ...trim,
  name: `lean-react-${hash('sha1', readFileSync(import.meta.filename, 'utf8'))}`,
  config: () => ({ optimizeDeps: { rolldownOptions: { plugins: [trim] } } }),
});
