import { createFakeClock, createFakeNetwork, createTestClient, settingsOf } from '@samtal/test-kit';
import { expect, test } from 'vitest';
import { createWholeI18n } from '../../testing/whole-i18n.ts';
import { warnBeforeLeaving } from './warn-before-leaving.ts';

/** The question that the browser gets when the page is about to close; empty = no question. */
function leave(page: Pick<Window, 'dispatchEvent'>): string {
  const event = document.createEvent('BeforeUnloadEvent');
  event.initEvent('beforeunload', false, true);
  page.dispatchEvent(event);
  return event.defaultPrevented ? event.returnValue : '';
}

test('D81 NAV-17 a call that a reload keeps asks nothing; one that still rings does', async () => {
  const { t } = await createWholeI18n('en');
  const clock = createFakeClock();
  const network = createFakeNetwork(clock);
  const [anna, bo] = [createTestClient(network, clock, 1), createTestClient(network, clock, 2)];
  const page = new EventTarget() as unknown as Window;
  warnBeforeLeaving(anna, page, t('call.leave'));
  const continuity = { limitMs: 30_000, outlivesReload: true };
  anna.intents.start(settingsOf('anna', { continuity }));
  bo.intents.start(settingsOf('bo'));
  clock.advance(1000);
  anna.intents.call('bo');
  clock.advance(1000);
  expect(leave(page)).not.toBe('');
  bo.intents.answer();
  clock.advance(1000);
  expect(leave(page)).toBe('');
});

test('NAV-17 only during a call the browser gets the question whether to leave', async () => {
  const { t } = await createWholeI18n('en');
  const clock = createFakeClock();
  const network = createFakeNetwork(clock);
  const [anna, bo] = [createTestClient(network, clock, 1), createTestClient(network, clock, 2)];
  // Not `window`: the test runner itself handles the `beforeunload` event of `window`.
  const page = new EventTarget() as unknown as Window;
  warnBeforeLeaving(anna, page, t('call.leave'));
  anna.intents.start(settingsOf('anna'));
  bo.intents.start(settingsOf('bo'));
  clock.advance(1000);
  expect(leave(page)).toBe('');
  anna.intents.call('bo');
  clock.advance(1000);
  bo.intents.answer();
  clock.advance(1000);
  expect(leave(page)).toBe('You are in a call. Are you sure that you want to exit the page?');
  anna.intents.hangUp();
  clock.advance(1000);
  expect(leave(page)).toBe('');
});
