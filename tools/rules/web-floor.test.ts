import { expect, test } from 'vitest';
import { readCompatibility } from './compatibility.mjs';
import { createScriptReader } from './newer-scripts.mjs';
import { createStyleReader } from './newer-styles.mjs';

const compatibility = readCompatibility({ chrome: '107', firefox: '128', safari_ios: '15.2' });
const scripts = createScriptReader(compatibility);
const styles = createStyleReader(compatibility);

function newerInScript(code: string): readonly string[] {
  const nodes = scripts.parse(code);
  return [...scripts.newerIn(nodes, new Set(scripts.ownNames(nodes)))];
}

test.each([
  ['a method of arrays', 'list.toSorted()', ['.toSorted']],
  ['a method behind optional chaining', 'list?.at(-1)', ['.at']],
  ['a static method', 'URL.canParse(address)', ['URL.canParse']],
  ['a method whose name older APIs have too', 'map.set(1, 2); set.has(1)', []],
  ['a method of elements', 'dialog.showModal()', ['.showModal']],
  ['a class of the platform', 'new BroadcastChannel("x")', ['BroadcastChannel']],
  ['a property that the script defines', 'const it = { locks: 1 }; use(it.locks)', []],
  ['a lookbehind', 'text.replace(/(?<!=)=+$/, "")', ['(?<=)']],
  ['a character set operation', '/[a--b]/v.test(text)', ['/v']],
  ['a static block', 'class A { static { start(); } }', ['static {}']],
  ['what every browser has', 'Object.keys(fetch("/").then((a) => a.json()))', []],
])('D44 the check finds what is newer in a script: %s', (_name, code, found) => {
  expect(newerInScript(code)).toEqual(found);
});

test.each([
  ['a unit', 'a{height:calc(100dvh - 1px)}', ['1dvh']],
  ['a unit of containers', 'a{width:50cqi}', ['1cqi']],
  ['a selector', 'a:has(b){color:red}', [':has']],
  ['a rule', '@container (max-width: 1px){a{color:red}}', ['@container']],
  ['a function', 'a{color:color-mix(in srgb, red, blue)}', ['color-mix()']],
  ['a value', 'a{overflow-wrap:anywhere}', ['overflow-wrap: anywhere']],
  ['a word in a string or a comment', '/* a:has(b){} */a::before{content:"1dvh:has(x)"}', []],
  ['a property with a prefix', 'a{-webkit-user-select:none;user-select:none}', []],
])('D44 the check finds what is newer in a style sheet: %s', (_name, sheet, found) => {
  expect([...styles.newerIn(sheet)]).toEqual(found);
});
