import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { expect, onTestFinished, test } from 'vitest';
import { DATABASE_FILE, openEmbedded } from './embedded-database.ts';

/** Another process, such as the tool of the operator, which writes for a moment. */
const WRITER = `
  const { DatabaseSync } = require('node:sqlite');
  const { parentPort, workerData } = require('node:worker_threads');
  const database = new DatabaseSync(workerData.file);
  database.exec('BEGIN IMMEDIATE');
  parentPort.postMessage('writes');
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, workerData.writesForMs);
  database.exec('COMMIT');
  database.close();`;

test('D105 a transaction that reads first waits for another process that writes', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'samtal-embedded-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const database = await openEmbedded(folder, true);
  onTestFinished(() => database.destroy());
  const workerData = { file: join(folder, DATABASE_FILE), writesForMs: 300 };
  const writer = new Worker(WRITER, { eval: true, workerData });
  const ended = new Promise((resolve) => writer.once('exit', resolve));
  await new Promise((resolve) => writer.once('message', resolve));
  await database.transaction().execute(async (transaction) => {
    expect(await transaction.selectFrom('installation').select('key').execute()).toEqual([]);
    await transaction.insertInto('installation').values({ key: 'a', value: 'b' }).execute();
  });
  expect(await ended).toBe(0);
});
