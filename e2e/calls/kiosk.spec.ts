import { expect, test } from '../support/journey.ts';
import { startBrandedServer } from '../support/server/branded-server.ts';

const link = (fields: string): string => `/oneclickcall?token=${Buffer.from(fields).toString('base64url')}`;
const completed = 'The call has ended. You can close this page.';

test('KIOSK-01 KIOSK-02 KIOSK-04 KIOSK-06 KIOSK-10 KIOSK-12 SIP-03 ROUTE-19 a kiosk link calls, sends its tones, and logs out', async ({
  person,
  server,
  faults,
}) => {
  const visitor = await person(
    'visitor',
    {},
    `${server.url}${link('t=ivr&u=alice&p=demo1234&i=12,3&r=desk%207')}`,
  );
  const { page } = visitor;
  await visitor.hasStatus('ACCEPTED');
  await expect(page.getByRole('navigation')).toHaveCount(0);
  const sent = async () => (await faults.wire()).filter(({ direction }) => direction === 'in');
  const invite = (await sent()).find(({ text }) => text.startsWith('INVITE sip:ivr@'));
  expect(invite?.text).toContain('Call-Info: <urn:x-user-ref:desk%207>;purpose=x-user-ref');
  const tones = async () =>
    (await sent()).flatMap(({ text }) => /^INFO [^]*Signal\s*=\s*(\S)/.exec(text)?.[1] ?? []);
  await expect.poll(tones).toEqual(['1', '2', '3']);
  await visitor.hangUp();
  await expect(page.getByRole('heading', { name: completed })).toBeVisible();
  await expect.poll(() => page.evaluate(() => sessionStorage.length)).toBe(0);
});

const broken = [
  ['KIOSK-07', link('u=alice&p=demo1234'), 'Missing required parameter', 'TOKEN_INVALID'],
  ['KIOSK-08', '/oneclickcall?token=%25', 'Invalid Token', 'TOKEN_INVALID'],
  ['KIOSK-08', '/oneclickcall?token=e30.eyJ0byI6ImVjaG8ifQ.c2ln', 'Invalid Token', 'TOKEN_INVALID'],
  ['KIOSK-09', link('t=echo&u=alice&p=wrong'), 'Authentication failed.', 'AUTHENTICATION_ERROR'],
] as const;

test('KIOSK-07 KIOSK-08 KIOSK-09 STATE-22 STATE-23 A-064 a kiosk link that cannot be used says why', async ({
  person,
  server,
}) => {
  const visitor = await person('visitor');
  for (const [, path, words, status] of broken) {
    await visitor.page.goto(`${server.url}${path}`);
    await expect(visitor.page.getByRole('heading', { name: words })).toBeVisible();
    await visitor.hasStatus(status);
  }
});

test('KIOSK-03 a visitor who cannot register is told that the service is not available', async ({
  person,
  server,
  faults,
}) => {
  await faults.answerRegister(503, { username: 'bobby' });
  const { page } = await person('visitor', {}, `${server.url}${link('t=echo&u=bobby&p=demo1234')}`);
  await expect(page.getByRole('heading', { name: 'Service is unavailable!' })).toBeVisible();
});

test('KIOSK-11 STATE-20 where only registered contacts may be called, no other address is called', async ({
  person,
}) => {
  const server = await startBrandedServer({
    features: { audio: true, text: true },
    kiosk: { enabled: true, onlyAllowRegisteredContacts: true },
  });
  try {
    const visitor = await person('visitor', {}, `${server.url}${link('t=david&u=alice&p=demo1234')}`);
    await expect(
      visitor.page.getByRole('heading', { name: 'Calls to david are not allowed.' }),
    ).toBeVisible();
    await visitor.hasStatus('UNREGISTERED_NUMBER');
    const wire = (await (await fetch(`${server.url}/test/sip/wire`)).json()) as { text: string }[];
    expect(wire.filter(({ text }) => text.startsWith('INVITE '))).toEqual([]);
  } finally {
    await server.dispose();
  }
});
