import type { Language } from '@samtal/api-contract';
import type { CallClient, Clock, Log } from '@samtal/call-core';
import type { DeviceNote, PushNotes } from '../ports/push-notes.ts';
import type { PushBlock, PushDevice, WebPushApi } from '../ports/web-push.ts';
import { isAutoLoginOn } from '../session/auto-login.ts';
import type { SessionState, SignedIn } from '../session/session.ts';
import type { User } from '../session/user.ts';
import type { KeyValueStore } from '../store/key-value-store.ts';
import { createStore, type Store } from '../store/store.ts';
import { isPushActive, PUSH_KEY } from './push-active.ts';
import { pushedBrowserIn } from './pushed-browser.ts';
import { choiceOf, keepChoice, meet } from './web-push-choice.ts';

export type WebPushState =
  /** The device does not ring while no page is open. */
  | {
      readonly phase: 'off';
      readonly blockedBy?: PushBlock;
      /** The user wanted it, but has closed the browser's question without an answer. */
      readonly isDismissed?: true;
    }
  /** The browser asks the user whether notifications are allowed; some browsers ask inconspicuously. */
  | { readonly phase: 'asking' }
  | { readonly phase: 'starting' }
  | {
      readonly phase: 'on';
      /** It ends with the session, because the device does not log in by itself. */
      readonly isForSession?: true;
    }
  /** The server or the push service did not answer; the page tries again. */
  | { readonly phase: 'failed' };

/** Calls to the signed-in user reach this device while no page is open (decision D78). */
export type WebPush = {
  readonly state: Store<WebPushState>;
  /** Whether it is time to ask the user, once, what they want on this device. */
  readonly isOfferDue: Store<boolean>;
  /** Keeps what the user wants on this device; to be called when the user has pressed something. */
  readonly setWanted: (isWanted: boolean) => Promise<void>;
  /** Subscribes again; to be called when the push service has ended or replaced the subscription. */
  readonly renew: () => void;
};

export type WebPushOptions = {
  readonly device: PushDevice;
  readonly api: WebPushApi;
  readonly notes: Pick<PushNotes, 'keep'>;
  readonly session: Store<SessionState>;
  readonly client: Pick<CallClient, 'getState' | 'subscribe' | 'onHeartbeat'>;
  readonly localStore: KeyValueStore;
  readonly clock: Pick<Clock, 'now'>;
  readonly log: Log;
  readonly instanceId: string;
  /** The language in which the server writes its notifications: that of the page. */
  readonly language: Store<Language>;
  /** What the service worker needs while no page is open. */
  readonly forWorker: Omit<DeviceNote, 'isOn'>;
};

/** A subscription is renewed this often while the page stays open: the server forgets it after 60 days. */
const RENEWAL_MS = 24 * 60 * 60 * 1000;

/** The user whose calls may ring here; undefined if none is logged in, and for visitors without an account. */
const userIn = (state: SessionState): SignedIn | undefined =>
  state.phase === 'signedIn' && state.isPassing !== true ? state : undefined;

export function createWebPush(options: WebPushOptions): WebPush {
  const { device, api, notes, session, client, localStore, clock, log, language, instanceId } = options;
  const state = createStore<WebPushState>({ phase: 'off' });
  const isOfferDue = createStore(false);
  /** What the subscription that the server has depends on, and when it was renewed. */
  let renewed: { readonly for: string; readonly at: number } | undefined;
  /** Only the latest of several overlapping attempts may report its result. */
  let latest = 0;
  /** Counts what the user has pressed: an answer of the browser is for the latest press only. */
  let presses = 0;
  let question: 'asked' | 'dismissed' | undefined;

  function stateWhenOff(): WebPushState {
    const blockedBy = device.blockedBy();
    if (blockedBy !== undefined) return { phase: 'off', blockedBy };
    if (question === 'asked') return { phase: 'asking' };
    return question === 'dismissed' ? { phase: 'off', isDismissed: true } : { phase: 'off' };
  }

  const wantedBy = ({ user, features }: SignedIn): boolean =>
    features.webPush && choiceOf(localStore, user.username) === 'on';

  /** A change of any of these makes the subscription on the server wrong or ends it. */
  const dependsOn = ({ securityToken, sipPassword }: User): string =>
    [securityToken, sipPassword, language.get()].join(' ');

  /** The tab that subscribes first gives its id to the browser; all later tabs subscribe the same device. */
  const browserId = (): string => pushedBrowserIn(localStore) ?? instanceId;

  /** Ends the subscription here, and on the server while the session of `user` lasts. */
  async function end(user: User): Promise<void> {
    latest += 1;
    renewed = undefined;
    const browser = browserId();
    localStore.remove(PUSH_KEY);
    await Promise.all([
      api.unsubscribe(user.securityToken, browser),
      device.unsubscribe(),
      // If nothing else succeeds, the service worker ends the subscription at the next push.
      notes.keep('device', { ...options.forWorker, isOn: false }),
    ]);
  }

  async function renew({ user }: SignedIn): Promise<void> {
    latest += 1;
    const attempt = latest;
    const isStale = (): boolean => attempt !== latest;
    const reasons = dependsOn(user);
    if (state.get().phase !== 'on') state.set({ phase: 'starting' });
    const fail = (why: string): void => {
      if (isStale()) return;
      log.warn('web_push_not_enabled', { why });
      state.set({ phase: 'failed' });
    };
    // The server sends no pushes, or none to the push service of this browser: it may at another time.
    const refuse = (): void => {
      renewed = { for: reasons, at: clock.now() };
      state.set({ phase: 'off', blockedBy: 'unsupported' });
    };
    const key = await api.getKey(user.securityToken);
    if (isStale()) return;
    if (!key.ok && key.status === 404) return refuse();
    if (!key.ok) return fail('the server has no key');
    const address = await device.subscribe(key.value);
    if (isStale()) return;
    if (address === undefined) return fail('the push service did not answer');
    await notes.keep('device', { ...options.forWorker, isOn: true });
    if (isStale()) return;
    const browser = browserId();
    const staysLoggedIn = isAutoLoginOn(localStore);
    const answer = await api.subscribe(user.securityToken, {
      ...address,
      instance: browser,
      staysLoggedIn,
      language: language.get(),
    });
    if (isStale()) return;
    if (!answer.ok && answer.status === 400) return refuse();
    if (!answer.ok) return fail('the server did not take the subscription');
    renewed = { for: reasons, at: clock.now() };
    localStore.set(PUSH_KEY, browser);
    state.set(staysLoggedIn ? { phase: 'on' } : { phase: 'on', isForSession: true });
  }

  const isRenewalDue = ({ user }: SignedIn): boolean =>
    renewed === undefined || renewed.for !== dependsOn(user) || clock.now() - renewed.at >= RENEWAL_MS;

  async function follow(): Promise<void> {
    const signedIn = userIn(session.get());
    if (signedIn === undefined) return;
    if (device.blockedBy() !== undefined || !wantedBy(signedIn) || !device.isAllowed()) {
      state.set(stateWhenOff());
      // The subscription of a user who was here before would ring for their calls.
      if (isPushActive(localStore)) await end(signedIn.user);
      return;
    }
    if (isRenewalDue(signedIn)) await renew(signedIn);
  }

  async function leave(was: SignedIn): Promise<void> {
    const isActive = isPushActive(localStore) || state.get().phase !== 'off';
    presses += 1;
    question = undefined;
    isOfferDue.set(false);
    state.set({ phase: 'off' });
    if (isActive && was.isPassing !== true) await end(was.user);
  }

  let offeredTo: string | undefined;
  const offer = (hasCalled: boolean): void => {
    const signedIn = userIn(session.get());
    if (signedIn === undefined || !signedIn.features.webPush || device.blockedBy() !== undefined) return;
    const { username } = signedIn.user;
    if (offeredTo === username && !hasCalled) return;
    offeredTo = username;
    const isKnown = meet(localStore, username) || hasCalled;
    isOfferDue.set(isKnown && choiceOf(localStore, username) === undefined);
  };

  let following = Promise.resolve();
  const react = (): void => {
    const now = session.get();
    // The session ends soon, so a log-out waits for no earlier step.
    if (now.phase === 'signingOut') return void leave(now.was);
    offer(false);
    following = following.then(follow);
  };
  session.subscribe(react);
  language.subscribe(react);
  client.onHeartbeat(60, react);
  let wasInCall = false;
  client.subscribe(() => {
    const isInCall = client.getState().call.phase === 'accepted';
    if (wasInCall && !isInCall) offer(true);
    wasInCall = isInCall;
  });
  react();

  return {
    state,
    isOfferDue,
    renew() {
      renewed = undefined;
      react();
    },
    async setWanted(isWanted) {
      const signedIn = userIn(session.get());
      if (signedIn === undefined) return;
      presses += 1;
      const press = presses;
      question = undefined;
      if (isWanted && !device.isAllowed()) {
        question = 'asked';
        state.set({ phase: 'asking' });
        // The question of the browser must follow the press immediately.
        const isAllowed = await device.ask();
        if (press !== presses) return;
        question = isAllowed || device.blockedBy() !== undefined ? undefined : 'dismissed';
      }
      if (question === undefined) {
        isOfferDue.set(false);
        keepChoice(localStore, signedIn.user.username, isWanted ? 'on' : 'off');
      }
      react();
      await following;
    },
  };
}
