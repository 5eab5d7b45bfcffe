import { setImmediate } from 'node:timers/promises';
import type { Clock, SipRequest, SipResponse } from '@samtal/sip';
import type { LogEvent } from '../../domain/event-log.ts';
import type { MissedCall } from '../../domain/people/incoming-call.ts';
import type { PushCall } from '../../domain/people/pushed-call.ts';
import type { SipDirectory, SipUser } from '../sip-directory.ts';
import type { SipServer, SipServerOptions } from '../sip-server.ts';
import { createSipServer } from '../sip-server.ts';
import type { PhoneDialog, RequestOptions, ScriptedPhone } from './scripted-phone.ts';
import { calleeDialog, callerDialog, connectPhone } from './scripted-phone.ts';

/**
 * A SIP server with these users, each with any number of devices: `alice`, `bobby`, `mallory`, `carol` with
 * two addresses, the server agent `echo`, and the anonymous callers `guest1` and `guest2`.
 */
export type TestBed = {
  readonly server: SipServer;
  /** All log lines. */
  readonly logged: string[];
  /** All reported missed calls, in order. */
  readonly missed: MissedCall[];
  /** Makes lookups in the directory wait until `release` is called. */
  holdDirectory(): { readonly release: () => void };
  breakDirectory(): void;
  /** Ids of the sessions that have authenticated, in order. */
  readonly touched: string[];
  /** Adds a session of a user; every user already has the session `name`. */
  addSession(name: string, session: string): void;
  /** Removes the secret of a session, as a log-out does before the server is informed. */
  forgetSession(session: string): void;
  /**
   * Connects a phone, which is not registered yet.
   * @param session the session whose secret the phone has; absent = the session `name`
   */
  phone(name: string, device?: string, session?: string): ScriptedPhone;
  /** A phone that has registered; its `heard` is cleared. */
  registered(name: string, device?: string, session?: string): Promise<ScriptedPhone>;
  /** Makes a call between two registered phones, answered and acknowledged. */
  call(
    caller: ScriptedPhone,
    callee: ScriptedPhone,
    target: string,
    options?: RequestOptions,
  ): Promise<TestCall>;
};

export type TestCall = {
  readonly invite: SipRequest;
  readonly arrived: SipRequest;
  readonly success: SipResponse;
  readonly caller: PhoneDialog;
  readonly callee: PhoneDialog;
};

/** Waits until all pending work without a timer is done. */
export const settle = (): Promise<void> => setImmediate();

const NAMES = ['alice', 'bobby', 'carol', 'mallory', 'echo', 'guest1', 'guest2'];

const users: readonly Omit<SipUser, 'sessionId'>[] = NAMES.map((username) => ({
  username,
  addresses:
    username === 'carol' ? ['carol@demo.example', 'reception@demo.example'] : [`${username}@demo.example`],
  isAnonymous: username.startsWith('guest'),
  isServerAgent: username === 'echo',
}));

const secretOf = (session: string): string => `secret-of-${session}`;

/**
 * Creates the SIP server and its users.
 * @param elapsedMs absent = `clock.now`; given by tests whose wall clock jumps
 * @param pushCall absent = no call is pushed
 * @param more which calls outlive a lost connection and a restart, which do not ring, and what counts and follows calls;
 * absent = none
 */
export function createTestBed(
  clock: Clock,
  elapsedMs: () => number = clock.now,
  pushCall?: PushCall,
  more: Pick<
    SipServerOptions,
    'keepCallsMs' | 'savedDialogs' | 'meter' | 'calls' | 'doNotDisturb' | 'mailbox' | 'watchMailbox'
  > = {},
): TestBed {
  const logged: string[] = [];
  const missed: MissedCall[] = [];
  const write = ({ event, ...fields }: LogEvent): void =>
    void logged.push(`${event} ${JSON.stringify(fields)}`);
  let gate = Promise.resolve();
  const touched: string[] = [];
  /** The username of each session. */
  const sessions = new Map(users.map(({ username }) => [username, username]));
  const directory: SipDirectory = {
    async findCredentials(username) {
      const held = [...sessions].filter(([, owner]) => owner === username).map(([session]) => session);
      await gate;
      const user = users.find((each) => each.username === username);
      if (user === undefined) return [];
      return held.map((session) => ({
        user: { ...user, sessionId: user.isServerAgent ? undefined : session },
        sipPassword: secretOf(session),
        isTouchDue: true,
      }));
    },
    touchSession: async (sessionId) => void touched.push(sessionId),
    async isKnownAddress(address) {
      await gate;
      return users.some(({ addresses }) => addresses.includes(address));
    },
  };
  const server = createSipServer({
    domain: 'demo.example',
    directory,
    clock,
    elapsedMs,
    log: { debug: write, info: write, warn: write },
    missed: (call) => void missed.push(call),
    pushCall,
    ...more,
  });
  const phone = (name: string, device = `${name}phone`, session = name): ScriptedPhone =>
    connectPhone(server, { name, password: secretOf(session), device });

  return {
    server,
    logged,
    missed,
    holdDirectory() {
      let release = (): void => undefined;
      gate = new Promise((resolve) => {
        release = resolve;
      });
      return { release: () => release() };
    },
    breakDirectory() {
      gate = Promise.reject(new Error('the database is gone'));
      gate.catch(() => undefined);
    },
    touched,
    addSession: (name, session) => void sessions.set(session, name),
    forgetSession: (session) => void sessions.delete(session),
    phone,
    async registered(name, device, session) {
      const each = phone(name, device, session);
      await register(each, `${name}@demo.example`);
      each.heard.length = 0;
      return each;
    },
    async call(caller, callee, target, options = {}) {
      const invite = caller.request('INVITE', target, { body: 'v=0\r\n', ...options });
      await settle();
      const arrived = callee.requests('INVITE').at(-1);
      if (arrived === undefined) throw new Error('no INVITE arrived');
      callee.respond(arrived, 180);
      const sent = callee.respond(arrived, 200, { body: 'v=0\r\n' });
      await settle();
      const success = caller.answer('INVITE');
      const dialogs = { caller: callerDialog(success), callee: calleeDialog(arrived, sent) };
      const cseq = Number.parseInt(cseqOf(success), 10);
      caller.requestIn(dialogs.caller, 'ACK', { cseq });
      await settle();
      return { invite, arrived, success, ...dialogs };
    },
  };
}

const cseqOf = (success: SipResponse): string =>
  success.headers.find(({ name }) => name === 'CSeq')?.value ?? '';

/** Sends REGISTER, gets 401, sends REGISTER with credentials; returns the last response. */
export async function register(
  phone: ScriptedPhone,
  address: string,
  options: RequestOptions = {},
): Promise<SipResponse> {
  const first = phone.request('REGISTER', address, { uri: 'sip:demo.example', ...options });
  await settle();
  const refusal = phone.answer('REGISTER');
  if (refusal.status !== 401) return refusal;
  phone.authorize(first, refusal);
  await settle();
  return phone.answer('REGISTER');
}
