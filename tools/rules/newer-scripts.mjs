/** Finds the APIs and the syntax in scripts that are newer than the oldest supported browsers. */
import { parseSync } from '@swc/core';

const definitions = new Set([
  'ClassMethod',
  'ClassProperty',
  'GetterProperty',
  'KeyValuePatternProperty',
  'KeyValueProperty',
  'MethodProperty',
  'SetterProperty',
  'AssignmentPatternProperty',
]);

function* nodesOf(tree) {
  if (tree === null || typeof tree !== 'object') return;
  if (tree.type !== undefined) yield tree;
  for (const child of Object.values(tree)) yield* nodesOf(child);
}

const nameOf = (node) => (node?.type === 'Identifier' ? node.value : undefined);
const memberOf = (node) => (node?.type === 'MemberExpression' ? nameOf(node.property) : undefined);

/**
 * Names that a script gives to its own properties. Where the script uses such a name, it may not mean the
 * platform's property.
 */
function* ownNames(nodes) {
  for (const node of nodes) {
    if (definitions.has(node.type)) yield nameOf(node.key);
    if (node.type === 'AssignmentExpression') yield memberOf(node.left);
  }
}

/** Members of the platform: static ones with their owner (`URL.canParse`), others without (`.showModal`). */
function indexMembers({ javascript, api }) {
  const statics = new Map();
  const members = new Map();
  const add = (map, name, feature) => map.set(name, [...(map.get(name) ?? []), feature]);
  for (const [space, isBuiltin] of [
    [javascript.builtins, true],
    [api, false],
  ])
    for (const [owner, features] of Object.entries(space))
      for (const [key, feature] of Object.entries(features)) {
        const name = key.replace(/_static$/, '');
        if (isBuiltin || name !== key) add(statics, `${owner}.${name}`, feature);
        if (name === key && key !== '__compat') add(members, name, feature);
      }
  return { statics, members, globals: { ...api, ...javascript.builtins } };
}

/**
 * The methods of strings and arrays. A call of this name counts as a call of the platform's method, even if a
 * script has a property of the same name.
 */
const calledMethods = ({ Array: arrays, String: strings }) => ({ ...strings, ...arrays });

/**
 * Creates the functions that parse a script and find in it what is newer than the oldest browsers.
 * @param {ReturnType<import('./compatibility.mjs').readCompatibility>} compatibility
 */
export function createScriptReader({ data, isOld }) {
  const { statics, members, globals } = indexMembers(data);
  const methods = calledMethods(data.javascript.builtins);
  const { regular_expressions: expressions, classes } = data.javascript;

  function* memberNames(node, own) {
    const name = memberOf(node);
    if (name === undefined) return;
    const qualified = `${nameOf(node.object)}.${name}`;
    if (statics.has(qualified)) {
      if (!statics.get(qualified).some(isOld)) yield qualified;
    } else if (!own.has(name) && members.has(name) && !members.get(name).some(isOld)) yield `.${name}`;
  }

  function* newerIn(node, own) {
    yield* memberNames(node, own);
    const called = node.type === 'CallExpression' ? memberOf(node.callee) : undefined;
    if (called !== undefined && !isOld(methods[called])) yield `.${called}`;
    const name = nameOf(node);
    if (name !== undefined && Object.hasOwn(globals, name) && !isOld(globals[name])) yield name;
    if (node.type === 'StaticBlock' && !isOld(classes.static.initialization_blocks)) yield 'static {}';
    if (node.type !== 'RegExpLiteral') return;
    if (/\(\?<[=!]/.test(node.pattern) && !isOld(expressions.lookbehind_assertion)) yield '(?<=)';
    if (node.flags.includes('v')) yield '/v';
  }

  return {
    parse: (code) => [...nodesOf(parseSync(code, { syntax: 'ecmascript', target: 'es2022' }).body)],
    ownNames,
    newerIn: (nodes, own) => new Set(nodes.flatMap((node) => [...newerIn(node, own)])),
  };
}
