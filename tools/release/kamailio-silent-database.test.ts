import { once } from 'node:events';
import { connect } from 'node:net';
import { expect, test } from 'vitest';
import { hasPostgres } from '../../apps/server/src/storage/testing/postgres-cluster.ts';
import { hasKamailio, startKamailio } from '../../e2e/support/kamailio/kamailio.ts';
import { startOwnPostgres } from '../../e2e/support/server/own-postgres.ts';
import { freePort } from '../../e2e/support/server/ports.ts';

// An installation takes longer than a test may.
const isHere = hasKamailio() && hasPostgres();

/** Kamailio waits for three seconds for each question and each attempt to connect. */
const NO_WAIT_MS = 3000;

/** What Kamailio answers to a REGISTER that carries credentials; @returns its first line */
async function register(port: number): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  socket.write(
    [
      'REGISTER sip:demo.example SIP/2.0',
      'Via: SIP/2.0/TCP 127.0.0.1:9;branch=z9hG4bK-silent',
      'From: <sip:alice@demo.example>;tag=silent',
      'To: <sip:alice@demo.example>',
      'Call-ID: silent',
      'CSeq: 1 REGISTER',
      'Max-Forwards: 70',
      'Contact: <sip:alice@127.0.0.1:9;transport=tcp>',
      'Authorization: Digest username="alice",realm="demo.example",nonce="old",uri="sip:demo.example",response="00"',
      'Content-Length: 0',
      '\r\n',
    ].join('\r\n'),
  );
  const [answer] = await once(socket, 'data');
  socket.destroy();
  return String(answer).split('\r\n')[0] ?? '';
}

test('D106 no process of Kamailio waits for a database that is silent: HAProxy is told, and a REGISTER is no wrong password', async ({
  skip,
}) => {
  if (!isHere) skip('Kamailio or PostgreSQL is not installed and may not be installed here.');
  const postgres = startOwnPostgres();
  postgres.sql('create table sip_address (username text, domain text)');
  postgres.sql('create table sip_account (username text, domain text, password text)');
  const port = await freePort();
  const kamailio = await startKamailio(
    { port, database: 'postgres://postgres@/postgres' },
    { PGHOST: postgres.folder },
  );
  let slowestMs = 0;
  async function timed<T>(ask: () => Promise<T>): Promise<T> {
    const asked = performance.now();
    const answer = await ask();
    slowestMs = Math.max(slowestMs, performance.now() - asked);
    return answer;
  }
  const status = async (path: string): Promise<number> =>
    (await fetch(`http://127.0.0.1:${port}${path}`)).status;
  try {
    expect([await status('/ready'), await status('/health')]).toEqual([200, 200]);
    expect(await register(port)).toBe('SIP/2.0 401 Unauthorized');
    postgres.freeze();
    await expect.poll(() => timed(() => status('/ready')), { timeout: 20_000 }).toBe(404);
    expect(await timed(() => status('/health'))).toBe(503);
    expect(await timed(() => register(port))).toBe('SIP/2.0 503 Service Unavailable');
    expect(slowestMs).toBeLessThan(NO_WAIT_MS);
    postgres.thaw();
    await expect.poll(() => status('/ready'), { timeout: 20_000 }).toBe(200);
    expect(await register(port)).toBe('SIP/2.0 401 Unauthorized');
  } finally {
    postgres.thaw();
    await kamailio.stop();
    postgres.dispose();
  }
}, 120_000);
