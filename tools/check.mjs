/** `npm run check`: everything that can be known without running the product. One line for each rule. */
import { ensureInstalled, run, say } from './runtime.mjs';

ensureInstalled();
const { buildWeb } = await import('./build-web.mjs');
const { weighWeb } = await import('./web-budget.mjs');

/** dependency-cruiser once reported success over zero modules: a check of nothing must not pass. */
const leastModules = 100;

const rules = [
  ['types', () => run('tsc', ['-b'], { quiet: true })],
  ['types of tests', () => run('tsc', ['-p', 'tsconfig.tests.json'], { quiet: true })],
  ['lint', () => run('oxlint', ['--type-aware', '--deny-warnings'], { quiet: true })],
  ['format', () => run('biome', ['check', '.'], { quiet: true })],
  [
    'dependencies',
    async () => {
      const result = await run('depcruise', ['--config', '.dependency-cruiser.mjs', 'apps', 'packages'], {
        quiet: true,
      });
      const cruised = Number(/(\d+) modules/.exec(result.output)?.[1] ?? 0);
      return cruised < leastModules
        ? { code: 1, output: `${result.output}\nonly ${cruised} modules were looked at` }
        : result;
    },
  ],
  ['dead code', () => run('knip', ['--no-progress'], { quiet: true })],
  ['web budget', async () => buildWeb().then(weighWeb)],
];

let isGreen = true;
for (const [name, check] of rules) {
  const { code, output } = await check();
  say(`${code === 0 ? '✓' : '✗'} ${name}${code === 0 && name === 'web budget' ? `: ${output}` : ''}`);
  if (code !== 0) {
    isGreen = false;
    say(output);
  }
}
process.exit(isGreen ? 0 : 1);
