import { test } from './fixtures.ts';
import { call, dial, hangUp, hasStatus, isReachable, logIn, seesAndHears } from './steps.ts';

test('D81 D44 a call goes on when the tested browser loads its page anew, and when the other one does', async ({
  keepingServer: server,
  tried,
  partner,
  pageOf,
}) => {
  const alice = await pageOf(tried, 'alice');
  const bobby = await pageOf(partner, 'bobby');
  const pages = [alice, bobby];
  await logIn(alice, server.url, 'alice');
  await logIn(bobby, server.url, 'bobby');
  for (const page of pages) await isReachable(page);
  await dial(alice, 'bobby');
  await call(alice, bobby);
  for (const page of pages) await seesAndHears(page);
  for (const reloaded of pages) {
    await reloaded.goTo(server.url);
    await hasStatus(reloaded, 'ACCEPTED');
    for (const page of pages) await seesAndHears(page);
    for (const page of pages) await hasStatus(page, 'ACCEPTED');
  }
  await hangUp(bobby, alice);
});
