import { expect, test } from 'vitest';
import { packagesNeededBy } from './server-packages.mjs';

const packages = {
  'apps/server': {
    dependencies: { '@x/sip': '*', fastify: '5', '@types/ws': '8' },
    devDependencies: { vite: '8' },
  },
  'packages/sip': { dependencies: { zod: '4' } },
  'node_modules/@x/sip': { resolved: 'packages/sip', link: true },
  'node_modules/fastify': {
    dependencies: { ajv: '8' },
    peerDependencies: { typescript: '7', pino: '10' },
    peerDependenciesMeta: { typescript: { optional: true } },
  },
  'node_modules/fastify/node_modules/ajv': {
    dependencies: { zod: '4' },
    optionalDependencies: { native: '1' },
  },
  'node_modules/ajv': {},
  'node_modules/pino': { dependencies: { fastify: '5' } },
  'node_modules/typescript': {},
  'node_modules/vite': {},
  'node_modules/zod': {},
  'node_modules/@types/ws': {},
};

test('D95 the server needs its dependencies, theirs and their peers, but no tools and no types', () => {
  expect(packagesNeededBy(packages, 'apps/server')).toEqual([
    'node_modules/fastify',
    'node_modules/fastify/node_modules/ajv',
    'node_modules/pino',
    'node_modules/zod',
  ]);
});

test('D95 a dependency that the lock file does not have stops the release', () => {
  expect(() => packagesNeededBy({ 'apps/server': { dependencies: { gone: '1' } } }, 'apps/server')).toThrow(
    'apps/server needs gone, which the lock file does not have',
  );
});
