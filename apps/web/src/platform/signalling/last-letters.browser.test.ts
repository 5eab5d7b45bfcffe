import { expect, test, vi } from 'vitest';
import type { Phone } from './testing/test-phones.ts';
import { connect, createRegistered, openScene, textOf, textOnly } from './testing/test-phones.ts';

openScene();

/** Two in a call of text; the callee has read `Hello`. */
async function openTextCall() {
  const [anna, bobby] = [await createRegistered('anna'), await createRegistered('bobby')];
  const ids = await connect(anna, bobby, textOnly);
  anna.signalling.sendText(ids.callerId, 1, 'Hello');
  await vi.waitUntil(() => textOf(bobby) === 'Hello', { timeout: 5000 });
  await anna.next('textDelivered');
  return { anna, bobby, ...ids };
}

/** The browser goes on receiving meanwhile, and acknowledges what it receives. */
function keepPageBusy(ms: number): void {
  const end = performance.now() + ms;
  while (performance.now() < end);
}

const closingOf = ({ events }: Phone) =>
  events.map(({ type }) => type).filter((type) => /text|Closed|HungUp/.test(type));

test('D41 letters that reached the browser before the hang-up are read, however busy the page is', async () => {
  const { anna, bobby, callerId, calleeId } = await openTextCall();
  anna.signalling.sendText(callerId, 2, ' there');
  // The call leaves the page in the same task in which the letters come.
  keepPageBusy(300);
  bobby.signalling.hangUp(calleeId);
  await bobby.next('callClosed');
  expect(textOf(bobby)).toBe('Hello there');
  expect(closingOf(bobby).at(-1)).toBe('callClosed');
  await anna.next('remoteHungUp');
});

test('D41 letters that reached the browser before the BYE of the other end are read before the call is over', async () => {
  const { anna, bobby, callerId, calleeId } = await openTextCall();
  bobby.signalling.sendText(calleeId, 2, 'Bye');
  await vi.waitUntil(() => textOf(anna) === 'Bye', { timeout: 5000 });
  anna.signalling.sendText(callerId, 3, ' and more');
  keepPageBusy(300);
  // As a page that is closed does, it waits for nothing.
  anna.signalling.abandon(callerId);
  await bobby.next('remoteHungUp');
  expect(textOf(bobby)).toBe('Hello and more');
  expect(closingOf(bobby).at(-1)).toBe('remoteHungUp');
});
