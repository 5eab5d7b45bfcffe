import { type Brand, ERROR_CODES } from '@samtal/api-contract';
import {
  type BarredOutcome,
  type CallClient,
  type ClientState,
  type KioskEffect,
  type KioskEvent,
  type KioskState,
  openKiosk,
  stepKiosk,
} from '@samtal/call-core';
import type { Calling } from '../calling/calling.ts';
import { clientSettingsOf } from '../calling/client-settings.ts';
import { isRegisteredTarget } from '../people/registered-target.ts';
import type { PeopleApi } from '../ports/people-api.ts';
import type { ApiFailure } from '../ports/user-api.ts';
import { type KioskVisit, readVisit } from '../session/kiosk-visit.ts';
import type { Session } from '../session/session.ts';
import { createStore, type Store } from '../store/store.ts';

export type KioskOptions = {
  /** The query of the link, including `?`. */
  readonly query: string;
  readonly brand: Brand;
  readonly session: Session;
  /** Loads the calling core; `state` contains it when it is loaded. */
  readonly calling: Pick<Calling, 'state' | 'preload'>;
  readonly people: Pick<PeopleApi, 'searchContacts' | 'getServices'>;
};

/** Loads the calling core and resolves to it, or to undefined if its code cannot be loaded. */
function whenLoaded({ state, preload }: KioskOptions['calling']): Promise<CallClient | undefined> {
  return new Promise((resolve) => {
    const look = (): void => {
      const now = state.get();
      if (now.phase === 'absent') return;
      stop();
      resolve(now.phase === 'ready' ? now.running.client : undefined);
    };
    const stop = state.subscribe(look);
    preload();
    look();
  });
}

/**
 * The error code of a failed login: the server's, or `noServerContact` if it sent none. A 429 also counts as
 * `noServerContact`, because it is not the visitor's fault.
 */
const loginErrorOf = ({ status, errorCode }: ApiFailure): number =>
  status === 429 || errorCode === undefined ? ERROR_CODES.noServerContact : errorCode;

const isRefused = ({ registration, connection }: ClientState): boolean =>
  connection.phase === 'failed' ||
  (registration.phase === 'unregistered' && registration.refusal !== undefined);

const hasCall = ({ call }: ClientState): boolean => call.phase !== 'idle' && call.phase !== 'completed';

/** Runs a one-click visit from the opening of the page to its end; the returned store holds its state. */
export function startKiosk({ query, brand, session, calling, people }: KioskOptions): Store<KioskState> {
  const reading = readVisit(query, brand);
  const opened = openKiosk(reading.ok ? undefined : reading.why);
  const state = createStore(opened.state);
  let wasCalling = false;

  function send(event: KioskEvent): void {
    const step = stepKiosk(state.get(), event, brand.kiosk);
    state.set(step.state);
    run(step.effects);
  }

  function run(effects: readonly KioskEffect[]): void {
    for (const effect of effects) void perform(effect);
  }

  async function perform(effect: KioskEffect): Promise<void> {
    const client = await whenLoaded(calling);
    if (effect.do === 'logOut') return session.logout();
    if (effect.do === 'barCall') return bar(client, effect.outcome);
    if (!reading.ok) return;
    if (client === undefined) return send({ type: 'loginFailed', errorCode: ERROR_CODES.noServerContact });
    switch (effect.do) {
      case 'logIn':
        return logIn(client, reading.visit);
      case 'checkTarget':
        return checkTarget(client, reading.visit.target);
      case 'call':
        return call(client, reading.visit);
    }
  }

  async function logIn(client: CallClient, visit: KioskVisit): Promise<void> {
    const failure = await session.loginVisitor(visit);
    if (failure !== undefined) return send({ type: 'loginFailed', errorCode: loginErrorOf(failure) });
    client.subscribe(() => watch(client.getState()));
    // When the session ends, a pending check of the target and a pending registration have failed too.
    session.state.subscribe(() => {
      if (session.state.get().phase !== 'signedOut') return;
      send({ type: 'targetUnknown' });
      send({ type: 'registrationFailed' });
    });
    send({ type: 'loginSucceeded' });
    watch(client.getState());
  }

  function watch(now: ClientState): void {
    if (now.registration.phase === 'registered') send({ type: 'registered' });
    else if (isRefused(now)) send({ type: 'registrationFailed' });
    if (wasCalling && !hasCall(now)) send({ type: 'callEnded' });
    wasCalling ||= hasCall(now);
  }

  function call(client: CallClient, { target, ivr }: KioskVisit): void {
    client.intents.call(target, ivr === undefined ? {} : { ivr });
    // If the target cannot be called, the core starts no call; an alert says why.
    if (!hasCall(client.getState())) send({ type: 'callEnded' });
  }

  async function checkTarget(client: CallClient, target: string): Promise<void> {
    const now = session.state.get();
    if (now.phase !== 'signedIn') return;
    const { securityToken } = now.user;
    const [contacts, services] = await Promise.all([
      people.searchContacts(securityToken, '%'),
      people.getServices(securityToken),
    ]);
    if (!contacts.ok || !services.ok) return send({ type: 'targetUnknown' });
    const own = clientSettingsOf(now, brand).account.address;
    const isAllowed = isRegisteredTarget(target, own, [...contacts.value, ...services.value]);
    send({ type: isAllowed ? 'targetAllowed' : 'targetRefused' });
    // The registration may have succeeded meanwhile.
    watch(client.getState());
  }

  /**
   * Logs out, so that no session remains, and then shows `outcome` as the end of a call that was not made.
   */
  async function bar(client: CallClient | undefined, outcome: BarredOutcome): Promise<void> {
    await session.logout();
    client?.intents.barCall(reading.ok ? reading.visit.target : '', outcome);
  }

  run(opened.effects);
  return state;
}
