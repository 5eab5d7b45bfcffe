/**
 * `npm run release`: makes the archive with which an operator installs Samtal, in `dist/`, with its checksum.
 * `-- --without-node` leaves Node out: the archive is smaller and for every machine that has Node 24.
 */
import { statSync } from 'node:fs';
import { join, relative } from 'node:path';
import { buildWeb } from '../build-web.mjs';
import { checkLicences } from '../rules/licences.mjs';
import { ensureInstalled, giveUp, root, say } from '../runtime.mjs';
import { hasPackagedNode, makeRelease, uncommittedFiles } from './make-release.mjs';

const options = process.argv.slice(2);
const unknown = options.find((option) => option !== '--without-node');
if (unknown !== undefined) giveUp(`Unknown option "${unknown}". The only one is --without-node.`);
const withNode = !options.includes('--without-node');
if (process.platform !== 'linux') giveUp('An archive is for Linux, and is made there.');

ensureInstalled();
if (withNode && !hasPackagedNode())
  giveUp(
    `No Node comes with the packages for ${process.platform}/${process.arch}: npm run release -- --without-node`,
  );
const changed = uncommittedFiles();
if (changed.length > 0)
  giveUp(`A release is made of a commit. These files differ from it:\n${changed.join('\n')}`);
const licences = checkLicences();
if (licences.code !== 0) giveUp(licences.output);
// The web app shows its commit.
await buildWeb({ isFresh: true });
const { archive, sum } = await makeRelease({ into: join(root, 'dist'), withNode });
say(`${relative(root, archive)} (${Math.round(statSync(archive).size / 1e6)} MB)\nSHA-256: ${sum}`);
