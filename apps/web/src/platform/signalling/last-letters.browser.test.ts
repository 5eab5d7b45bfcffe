import { expect, test, vi } from 'vitest';
import type { Phone } from './testing/test-phones.ts';
import { connect, createRegistered, openScene, textOf, textOnly } from './testing/test-phones.ts';

openScene();

/** Two users in a text-only call; the callee has read `Hello`. */
async function openTextCall() {
  const [anna, bobby] = [await createRegistered('anna'), await createRegistered('bobby')];
  const ids = await connect(anna, bobby, textOnly);
  anna.signalling.sendText(ids.callerId, 1, 'Hello');
  await vi.waitUntil(() => textOf(bobby) === 'Hello', { timeout: 5000 });
  await anna.next('textDelivered');
  return { anna, bobby, ...ids };
}

/** Blocks the page for `ms`; the browser continues to receive and acknowledge text. */
function keepPageBusy(ms: number): void {
  const end = performance.now() + ms;
  while (performance.now() < end);
}

const closingOf = ({ events }: Phone) =>
  events.map(({ type }) => type).filter((type) => /text|Closed|HungUp/.test(type));

test('D41 text that arrived before the hang-up is read, even if the page is busy', async () => {
  const { anna, bobby, callerId, calleeId } = await openTextCall();
  anna.signalling.sendText(callerId, 2, ' there');
  // The text arrives while the page is busy, and the page hangs up in the same task, before it can read the
  // text.
  keepPageBusy(300);
  bobby.signalling.hangUp(calleeId);
  await bobby.next('callClosed');
  expect(textOf(bobby)).toBe('Hello there');
  expect(closingOf(bobby).at(-1)).toBe('callClosed');
  await anna.next('remoteHungUp');
});

test('D41 text that arrived before the BYE of the remote user is read before the call is over', async () => {
  const { anna, bobby, callerId, calleeId } = await openTextCall();
  bobby.signalling.sendText(calleeId, 2, 'Bye');
  await vi.waitUntil(() => textOf(anna) === 'Bye', { timeout: 5000 });
  anna.signalling.sendText(callerId, 3, ' and more');
  keepPageBusy(300);
  // Ends without waiting, as a closing page does.
  anna.signalling.abandon(callerId);
  await bobby.next('remoteHungUp');
  expect(textOf(bobby)).toBe('Hello and more');
  expect(closingOf(bobby).at(-1)).toBe('remoteHungUp');
});
