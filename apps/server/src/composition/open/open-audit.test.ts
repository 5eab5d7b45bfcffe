import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import pino from 'pino';
import { expect, test } from 'vitest';
import { createSharedOwnAudit } from '../../audit/own-audit.ts';
import { wholeList } from '../../storage/repositories/in-pages.ts';
import { onEachOpenStorage, place, storage } from '../../storage/testing/open-storage.ts';
import { openAudit } from './open-audit.ts';

const log = pino({ level: 'silent' });

onEachOpenStorage(() => {
  test('D105 a user gets what the audits of all processes say, and each line names its process', async () => {
    const { auditEntries } = storage.repositories;
    const dirs = ['one', 'two'].map((name) => join(place.dataDir, name));
    for (const dir of dirs) mkdirSync(dir, { recursive: true });
    const audits = dirs.map((dataDir, index) =>
      openAudit({ dataDir, entries: auditEntries, process: `p${index}`, log }),
    );
    audits[0]?.audit({ event: 'account_created', account: 'asa' });
    audits[0]?.audit({ event: 'too_many_requests', address: '192.0.2.1' });
    await audits[0]?.settled();
    audits[1]?.audit({ event: 'logged_in', account: 'asa', address: '192.0.2.2' });
    await audits[1]?.settled();
    audits[1]?.audit({ event: 'logged_in', account: 'bo' });
    await audits[1]?.settled();
    const entries = await wholeList(createSharedOwnAudit(auditEntries)('asa'));
    expect(entries.map(({ event, address }) => `${event} ${address}`)).toEqual([
      'account_created undefined',
      'logged_in 192.0.2.2',
    ]);
    const files = dirs.map((dir) => readFileSync(join(dir, 'audit.log'), 'utf8'));
    expect(files[0]).toMatch(
      /"process":"p0"[^\n]*account_created[^\n]*\n[^\n]*"process":"p0"[^\n]*too_many_requests/,
    );
    expect(files[1]).toContain('"process":"p1"');
    await auditEntries.removeBefore(Date.now() + 1000);
    expect(await wholeList(createSharedOwnAudit(auditEntries)('asa'))).toEqual([]);
  });
});
