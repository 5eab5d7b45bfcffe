import { expect, test } from 'vitest';
import { createStore } from '../../client/store/store.ts';
import { createMemoryStore } from '../../testing/memory-store.ts';
import { type AskingSession, askForNotifications } from './ask-for-notifications.ts';

const signedIn = (notifications: boolean): AskingSession => ({
  phase: 'signedIn',
  features: { notifications },
});

function createScene(first: AskingSession = { phase: 'signedOut' }) {
  const session = createStore<AskingSession>(first);
  const tabStore = createMemoryStore();
  let press: (() => void) | undefined;
  const questions = {
    askOnNextGesture(onAsked: () => void) {
      press = onAsked;
      return () => {
        press = undefined;
      };
    },
  };
  const start = (): void => askForNotifications(session, questions, tabStore);
  start();
  return {
    session,
    start,
    isWaiting: () => press !== undefined,
    press: () => press?.(),
    forget: () => (press = undefined),
  };
}

test('A-116 the question waits for the login and a user action after it', () => {
  const { session, isWaiting } = createScene();
  expect(isWaiting()).toBe(false);
  session.set({ phase: 'signingIn' });
  expect(isWaiting()).toBe(false);
  session.set(signedIn(true));
  expect(isWaiting()).toBe(true);
  session.set({ phase: 'signedOut' });
  expect(isWaiting()).toBe(false);
});

test('A-116 it is asked once until the logout, even after a reload, and again after the next login', () => {
  const { session, start, isWaiting, press, forget } = createScene(signedIn(true));
  press();
  forget();
  start();
  expect(isWaiting()).toBe(false);
  session.set({ phase: 'signedOut' });
  session.set(signedIn(true));
  expect(isWaiting()).toBe(true);
});

test('NOTIF-01 an organisation without notifications does not ask', () => {
  expect(createScene(signedIn(false)).isWaiting()).toBe(false);
});
