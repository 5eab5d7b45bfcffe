/** `npm run check`: all checks that do not run the product. Prints one line for each rule. */
import { checkAdvisories } from './rules/advisories.mjs';
import { checkLicences } from './rules/licences.mjs';
import { ensureInstalled, run, say } from './runtime.mjs';

ensureInstalled();
const { buildWeb } = await import('./build-web.mjs');
const { weighWeb } = await import('./rules/web-budget.mjs');
const { checkCitations } = await import('./rules/citations.mjs');
const { checkConformance } = await import('./rules/conformance.mjs');
const { checkFolderSizes } = await import('./rules/folder-size.mjs');
const { checkOperatorsFeatures } = await import('./rules/operators-features.mjs');
const { checkWords } = await import('./rules/plain-words.mjs');
const { checkRequirements } = await import('./rules/requirements.mjs');
const { checkFloor } = await import('./rules/web-floor.mjs');

/** The check fails with fewer modules: dependency-cruiser once reported success over zero modules. */
const leastModules = 100;

async function checkDependencies() {
  const result = await run('depcruise', ['--config', '.dependency-cruiser.mjs', 'apps', 'packages'], {
    quiet: true,
  });
  const cruised = Number(/(\d+) modules/.exec(result.output)?.[1] ?? 0);
  if (cruised >= leastModules) return result;
  return { code: 1, output: `${result.output}\nonly ${cruised} modules were checked` };
}

const quietly = (program, ...args) => ({ check: () => run(program, args, { quiet: true }) });

const rules = [
  { name: 'types', ...quietly('tsc', '-b') },
  { name: 'types of tests', ...quietly('tsc', '-p', 'tsconfig.tests.json') },
  { name: 'lint', ...quietly('oxlint', '--type-aware', '--deny-warnings') },
  { name: 'format', ...quietly('biome', 'check', '.') },
  { name: 'dependencies', check: checkDependencies },
  { name: 'dead code', ...quietly('knip', '--no-progress') },
  { name: 'requirements', check: checkRequirements, says: true },
  { name: 'citations', check: checkCitations, says: true },
  { name: 'conformance', check: checkConformance, says: true },
  { name: 'features for operators', check: checkOperatorsFeatures, says: true },
  { name: 'plain words', check: checkWords },
  { name: 'files in a folder', check: checkFolderSizes },
  { name: 'licences', check: checkLicences, says: true },
  { name: 'advisories', check: checkAdvisories, says: true },
  { name: 'oldest browsers', check: () => buildWeb().then(checkFloor), says: true },
  { name: 'web budget', check: () => buildWeb().then(weighWeb), says: true },
];

let isGreen = true;
for (const { name, check, says } of rules) {
  const { code, output } = await check();
  say(`${code === 0 ? '✓' : '✗'} ${name}${code === 0 && says ? `: ${output}` : ''}`);
  if (code !== 0) {
    isGreen = false;
    say(output);
  }
}
process.exit(isGreen ? 0 : 1);
