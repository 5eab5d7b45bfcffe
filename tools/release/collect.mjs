/** Collects the files of a release in a folder, but for the server: what it needs at run time, and nothing else. */
import { chmodSync, copyFileSync, existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { root } from '../runtime.mjs';
import { noticesOf } from './notices.mjs';
import { packagesNeededBy } from './server-packages.mjs';

/** Where the Node of the packages is, on machines for which there is one. */
export const packagedNode = join(root, 'node_modules', `node-${process.platform}-${process.arch}`);

const isPartOf = {
  builtWeb: (path) => !/(?:^|\/)\.|\.map(?:\.br|\.gz)?$/.test(path),
  // Without the page of pictures, which are 2 MB.
  document: (path) => path.endsWith('.md') && path !== 'pictures.md',
  all: () => true,
};

function* filesBelow(folder, below = '') {
  for (const entry of readdirSync(join(folder, below), { withFileTypes: true })) {
    const path = below === '' ? entry.name : `${below}/${entry.name}`;
    if (entry.isDirectory()) yield* filesBelow(folder, path);
    else yield path;
  }
}

function copy(from, to, isPart) {
  for (const path of filesBelow(from)) {
    if (!isPart(path)) continue;
    mkdirSync(dirname(join(to, path)), { recursive: true });
    copyFileSync(join(from, path), join(to, path));
  }
}

/**
 * Writes the files of a release below `folder`, which is made.
 * @param {string} folder
 * @param {{ lock: { packages: Record<string, object> }, version: string, commit: string, withNode: boolean }} release
 */
export function collectRelease(folder, { lock, version, commit, withNode }) {
  const installed = packagesNeededBy(lock.packages, 'apps/server');
  for (const path of installed)
    if (!existsSync(join(root, path)) && !lock.packages[path].optional)
      throw new Error(`${path} is not installed`);
  const copyFolder = (path, isPart) => copy(join(root, path), join(folder, path), isPart);
  for (const brand of ['branding', 'branding-neutral', 'branding-example', 'branding-specification'])
    copyFolder(`apps/server/${brand}`, isPartOf.all);
  copyFolder('apps/web/dist', isPartOf.builtWeb);
  copyFolder('apps/web/dist-server', isPartOf.builtWeb);
  copyFolder('deploy', isPartOf.all);
  copyFolder('docs', isPartOf.document);
  for (const file of ['CHANGELOG.md', 'LICENSE', 'SECURITY.md'])
    copyFileSync(join(root, file), join(folder, file));
  // That of the source tree begins with `npm start`, which an archive does not have.
  copyFileSync(join(root, 'tools/release/archive-readme.md'), join(folder, 'README.md'));
  mkdirSync(join(folder, 'bin'));
  copyFileSync(join(root, 'tools/release/samtal.sh'), join(folder, 'bin/samtal'));
  chmodSync(join(folder, 'bin/samtal'), 0o755);
  if (withNode) {
    for (const file of ['bin/node', 'LICENSE']) {
      mkdirSync(dirname(join(folder, 'node', file)), { recursive: true });
      copyFileSync(join(packagedNode, file), join(folder, 'node', file));
    }
    chmodSync(join(folder, 'node/bin/node'), 0o755);
  }
  const { name, license } = lock.packages[''];
  const about = { name, version, private: true, license, type: 'module' };
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(about, null, 2)}\n`);
  writeFileSync(join(folder, 'VERSION'), `${version} (${commit})\n`);
  writeFileSync(join(folder, 'THIRD-PARTY-NOTICES.txt'), noticesOf(installed, { lock, withNode }));
}
