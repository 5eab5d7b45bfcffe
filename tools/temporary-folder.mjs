import { chmodSync, mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Gives the tests of a run one folder for all their temporary files, and removes it after the run. */
export default function setup() {
  const folder = mkdtempSync(join(tmpdir(), 'samtal-unit-'));
  // PostgreSQL runs as a user of its own.
  chmodSync(folder, 0o755);
  process.env['TMPDIR'] = folder;
  // The databases of the run have tens of thousands of files; the runner waits for its workers meanwhile.
  return () => rm(folder, { recursive: true, force: true });
}
