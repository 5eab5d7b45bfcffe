import { test } from './fixtures.ts';
import {
  call,
  changesTheLayout,
  dial,
  findsInHistory,
  hangUp,
  hasStatus,
  isReachable,
  logIn,
  logOut,
  seesAndHears,
  writes,
} from './steps.ts';

test('D44 D81 users log in, call each other with sound, video and text, load their pages anew in a call, change a setting, read a list and log out', async ({
  keepingServer: server,
  tried,
  partner,
  pageOf,
}) => {
  const alice = await pageOf(tried, 'alice');
  const bobby = await pageOf(partner, 'bobby');
  const pages = [alice, bobby];
  await test.step('they log in', async () => {
    await logIn(alice, server.url, 'alice');
    await logIn(bobby, server.url, 'bobby');
    for (const page of pages) await isReachable(page);
  });
  await test.step('alice dials, bobby answers', async () => {
    await dial(alice, 'bobby');
    await call(alice, bobby);
  });
  await test.step('they see and hear each other', async () => {
    for (const page of pages) await seesAndHears(page);
  });
  await test.step('they read each other', async () => {
    await writes(alice, bobby);
    await writes(bobby, alice);
  });
  await test.step('alice hangs up', () => hangUp(alice, bobby));
  await test.step('bobby calls, alice answers', async () => {
    await dial(bobby, 'alice');
    await call(bobby, alice);
    for (const page of pages) await seesAndHears(page);
  });
  for (const reloaded of pages)
    await test.step('the call goes on when a page is loaded anew', async () => {
      await reloaded.goTo(server.url);
      await hasStatus(reloaded, 'ACCEPTED');
      for (const page of pages) await seesAndHears(page);
      for (const page of pages) await hasStatus(page, 'ACCEPTED');
    });
  await test.step('bobby hangs up', () => hangUp(bobby, alice));
  await test.step('alice changes the layout', () => changesTheLayout(alice));
  await test.step('alice finds the call in the history', () => findsInHistory(alice, 'bobby'));
  await test.step('alice logs out', () => logOut(alice));
});
