import { expect, test } from 'vitest';
import { openRepositories } from '../../storage/repositories/open-repositories.ts';
import { addAccount } from '../../storage/testing/accounts-of-tests.ts';
import { onPostgres } from '../../storage/testing/each-storage.ts';
import { warnOfPeopleLeft } from './open-storage.ts';

onPostgres((create) => {
  test('D103 a start on a PostgreSQL database without people names the accounts that samtal.db has', async () => {
    const place = await create();
    const embedded = await openRepositories(place.dataDir);
    await addAccount(embedded.repositories, 'asa', { kind: 'person' });
    await embedded.close();
    const opened = await place.open();
    const warnings: unknown[] = [];
    const look = () =>
      warnOfPeopleLeft(place, opened.repositories, { warn: (event: unknown) => void warnings.push(event) });
    await look();
    expect(warnings).toEqual([
      { event: 'accounts_not_moved', accounts: 1, reason: expect.stringContaining('move-database') },
    ]);
    await addAccount(opened.repositories, 'bo', { kind: 'person' });
    await look();
    expect(warnings).toHaveLength(1);
    await opened.close();
    place.remove();
  });
});
