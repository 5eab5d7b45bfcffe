/** Packs a folder into an archive whose bytes depend on its files only. */
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createReadStream, createWriteStream, writeFileSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';

/**
 * Sorted, owned by root, and with the same time for each file.
 * @param {number} time of the commit, in seconds since 1970
 */
export async function packFolder(folder, archive, time) {
  const tar = spawn(
    'tar',
    [
      '--create',
      '--format=gnu',
      '--sort=name',
      `--mtime=@${time}`,
      '--owner=root:0',
      '--group=root:0',
      '--mode=u=rwX,go=rX',
      `--directory=${dirname(folder)}`,
      basename(folder),
    ],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  );
  const ended = once(tar, 'exit');
  await pipeline(tar.stdout, createGzip(), createWriteStream(archive));
  const [code] = await ended;
  if (code !== 0) throw new Error(`tar ended with ${code}`);
}

/** Writes the SHA-256 of a file beside it, as `sha256sum --check` reads it. */
export async function writeChecksum(file) {
  const hash = createHash('sha256');
  await pipeline(createReadStream(file), hash);
  const sum = hash.digest('hex');
  writeFileSync(`${file}.sha256`, `${sum}  ${basename(file)}\n`);
  return sum;
}
