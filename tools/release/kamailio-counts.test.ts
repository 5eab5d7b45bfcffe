import { expect, test } from 'vitest';
import { hasPostgres } from '../../apps/server/src/storage/testing/postgres-cluster.ts';
import { hasKamailio, startKamailio } from '../../e2e/support/kamailio/kamailio.ts';
import { openRawPhone } from '../../e2e/support/peers/raw-phone.ts';
import { startOwnPostgres } from '../../e2e/support/server/own-postgres.ts';
import { freePort } from '../../e2e/support/server/ports.ts';

// An installation takes longer than a test may.
const isHere = hasKamailio() && hasPostgres();

/** More than a visitor who has proved no account may send in ten seconds, and fewer than a device that has proved one. */
const FLOOD = 650;
const VICTIM = '198.51.100.7';

test('D106 attack: an account whose username is the network address of others uses up nothing of theirs', async ({
  skip,
}) => {
  if (!isHere) skip('Kamailio or PostgreSQL is not installed and may not be installed here.');
  const postgres = startOwnPostgres();
  postgres.sql("create table sip_address as select 'bobby' as username, 'demo.example' as domain");
  postgres.sql(
    `create table sip_account as select '${VICTIM}' as username, 'demo.example' as domain, 'secret' as password`,
  );
  const port = await freePort();
  const kamailio = await startKamailio(
    { port, database: 'postgres://postgres@/postgres' },
    { PGHOST: postgres.folder },
  );
  const phone = (name: string, visitor: string) =>
    openRawPhone(`ws://127.0.0.1:${port}/sip`, { name, secret: 'secret', device: name, visitor });
  try {
    const attacker = await phone(VICTIM, '192.0.2.1');
    const first = attacker.request('MESSAGE', 'bobby@demo.example');
    await expect.poll(() => attacker.statuses('MESSAGE')).toEqual([407]);
    const challenge = attacker.answer('MESSAGE');
    for (let count = 1; count <= FLOOD; count++) attacker.authorize(first, challenge, { count });
    await expect.poll(() => attacker.statuses('MESSAGE').length, { timeout: 20_000 }).toBe(1 + FLOOD);
    const neighbour = await phone('carol', VICTIM);
    neighbour.request('OPTIONS', 'bobby@demo.example');
    await expect.poll(() => neighbour.statuses('OPTIONS')).toEqual([407]);
    for (const each of [attacker, neighbour]) each.drop();
  } finally {
    await kamailio.stop();
    postgres.dispose();
  }
}, 120_000);
