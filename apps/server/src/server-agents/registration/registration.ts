import type { Challenge, ClientHandler, Clock, Hash, SipRequest, SipResponse } from '@samtal/sip';
import { answerChallenge, header, headers, parseNameAddr, withHeader, writeCredentials } from '@samtal/sip';
import { AGENT_LIMITS } from '../../domain/limits/limits.ts';
import { nothing } from '../../domain/nothing.ts';
import type { AgentLog } from '../ports.ts';
import { backOffMs } from './back-off.ts';
import { challengeIn } from './credentials.ts';

export type RegistrationOptions = {
  readonly username: string;
  readonly password: string;
  readonly domain: string;
  readonly contactUri: string;
  readonly hash: Hash;
  /** Creates an unguessable SIP token. */
  readonly createToken: () => string;
  readonly clock: Clock;
  readonly log: AgentLog;
  readonly send: (request: SipRequest, handler: ClientHandler) => void;
  readonly registered: () => void;
  /** Called when the registrar does not answer; the connection is then useless. */
  readonly unanswered: () => void;
};

export type Registration = {
  /** Registers, and refreshes the registration whenever half of the granted time has passed. */
  start(): void;
  /** Stops the refreshes. */
  stop(): void;
  /** Removes the binding, without waiting for the response. */
  unregister(): void;
};

/**
 * Most requests in one attempt: without credentials, with credentials, for a stale nonce, for Min-Expires.
 */
const MOST_ROUNDS = 4;

/** Keeps one address registered over one connection (RFC 3261 §10.2). */
export function createRegistration(options: RegistrationOptions): Registration {
  const { username, password, domain, contactUri, hash, createToken, clock, log } = options;
  const registrar = `sip:${domain}`;
  const address = `<sip:${username}@${domain}>`;
  const callId = createToken();
  const tag = createToken();
  let number = 0;
  let challenge: Challenge | undefined;
  let nonceCount = 0;
  let credentialsName = 'Authorization';
  let failures = 0;
  let expires: number = AGENT_LIMITS.expires;
  let stopTimer = nothing;

  function createRegister(seconds: number): SipRequest {
    number += 1;
    const plain: SipRequest = {
      kind: 'request',
      method: 'REGISTER',
      uri: registrar,
      headers: [
        { name: 'Max-Forwards', value: '70' },
        { name: 'From', value: `${address};tag=${tag}` },
        { name: 'To', value: address },
        { name: 'Call-ID', value: callId },
        { name: 'CSeq', value: `${number} REGISTER` },
        { name: 'Contact', value: `<${contactUri}>;expires=${seconds}` },
      ],
      body: '',
    };
    if (challenge === undefined) return plain;
    nonceCount += 1;
    const credentials = answerChallenge(hash, challenge, {
      username,
      password,
      method: 'REGISTER',
      uri: registrar,
      cnonce: createToken(),
      count: nonceCount,
    });
    return withHeader(plain, credentialsName, writeCredentials(credentials, challenge.opaque));
  }

  function register(round: number): void {
    const hadCredentials = challenge !== undefined;
    options.send(createRegister(expires), {
      response: (response) => {
        const { status } = response;
        if (status < 200) return;
        if (status < 300) succeed(response);
        else if (round < MOST_ROUNDS && canRetry(response, hadCredentials, round)) register(round + 1);
        else fail(status);
      },
      timedOut: () => options.unanswered(),
      flowLost: nothing,
    });
  }

  function canRetry(response: SipResponse, hadCredentials: boolean, round: number): boolean {
    const { status } = response;
    if (status === 423) {
      const least = Number(header(response, 'Min-Expires'));
      if (!(least > expires)) return false;
      expires = least;
      return true;
    }
    if (status !== 401 && status !== 407) return false;
    const name = status === 401 ? 'WWW-Authenticate' : 'Proxy-Authenticate';
    challenge = challengeIn(response, name);
    nonceCount = 0;
    credentialsName = status === 401 ? 'Authorization' : 'Proxy-Authorization';
    // Credentials with the nonce of an earlier refresh may have been refused only because that nonce has
    // expired. Credentials with a new nonce are wrong, unless the challenge says `stale`.
    const mayBeOld = !hadCredentials || round === 1;
    return challenge !== undefined && (mayBeOld || challenge.isStale);
  }

  function succeed(response: SipResponse): void {
    failures = 0;
    const own = headers(response, 'Contact')
      .map(parseNameAddr)
      .find((contact) => contact?.uri === contactUri);
    const granted = Number(own?.params.get('expires') ?? header(response, 'Expires'));
    const seconds = granted > 0 ? granted : expires;
    stopTimer = clock.setTimer(seconds * 500, () => register(1));
    options.registered();
  }

  function fail(status: number): void {
    failures += 1;
    challenge = undefined;
    const retryMs = backOffMs(failures);
    log.warn({ event: 'agent_registration_failed', username, status, retryMs });
    stopTimer = clock.setTimer(retryMs, () => register(1));
  }

  return {
    start: () => register(1),
    stop: () => stopTimer(),
    unregister() {
      options.send(createRegister(0), {
        response: nothing,
        timedOut: nothing,
        flowLost: nothing,
      });
    },
  };
}
