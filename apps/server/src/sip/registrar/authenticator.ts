import type { Hash, NonceStore, SipRequest, SipResponse } from '@samtal/sip';
import {
  addressOf,
  createChallenges,
  createResponse,
  hashA1,
  header,
  headers,
  parseCredentials,
  verifyCredentials,
} from '@samtal/sip';
import { SIP_SECRET_LIMITS } from '../../domain/limits/limits.ts';
import type { Flow } from '../flow.ts';
import type { SipCredentials, SipDirectory, SipUser } from '../sip-directory.ts';

export type AuthenticationResult =
  | { readonly ok: true; readonly user: SipUser }
  | { readonly ok: false; readonly response: SipResponse };

export type Authenticator = {
  /**
   * Checks the credentials of a request as registrar (401, Authorization) or as proxy (407,
   * Proxy-Authorization). On success the flow records account and session, so that a revocation of either
   * ends the flow. The flow may be lost when this returns.
   */
  authenticate(request: SipRequest, as: 'registrar' | 'proxy', flow: Flow): Promise<AuthenticationResult>;
  /** Notes that an account or session was revoked, so that lookups of secrets in progress are repeated. */
  revoked(): void;
};

type Options = {
  readonly realm: string;
  readonly directory: SipDirectory;
  readonly nonces: NonceStore;
  readonly hash: Hash;
  readonly createTag: () => string;
};

const roles = {
  registrar: { status: 401, challenge: 'WWW-Authenticate', credentials: 'Authorization' },
  proxy: { status: 407, challenge: 'Proxy-Authenticate', credentials: 'Proxy-Authorization' },
} as const;

export function createAuthenticator({ realm, directory, nonces, hash, createTag }: Options): Authenticator {
  function challenge(request: SipRequest, as: keyof typeof roles, isStale: boolean): AuthenticationResult {
    const role = roles[as];
    const nonce = nonces.create();
    // The SHA-256 challenge comes first, for clients that support it (RFC 8760 §2.4). The SIP stacks of
    // browsers support only MD5 and use the last challenge.
    const values = createChallenges({ realm, nonce, opaque: undefined, isStale });
    const challenges = values.map((value) => ({ name: role.challenge, value }));
    return {
      ok: false,
      response: createResponse(request, role.status, { toTag: createTag(), headers: challenges }),
    };
  }
  function forbid(request: SipRequest): AuthenticationResult {
    return { ok: false, response: createResponse(request, 403, { toTag: createTag() }) };
  }

  let revocations = 0;
  /** Finds the secrets that are valid now; repeats the lookup if a revocation arrives during it. */
  async function findCredentials(username: string, address: string): Promise<readonly SipCredentials[]> {
    for (;;) {
      const before = revocations;
      const found = await directory.findCredentials(username, address);
      if (revocations === before) return found.slice(0, SIP_SECRET_LIMITS.perRequest);
    }
  }

  return {
    revoked() {
      revocations += 1;
    },
    async authenticate(request, as, flow) {
      const given = headers(request, roles[as].credentials)
        .map(parseCredentials)
        .find((each) => each?.realm === realm);
      if (given === undefined) return challenge(request, as, false);
      const address = addressOf(header(request, 'From'));
      if (given.uri !== request.uri) return forbid(request);
      const proven = (await findCredentials(given.username, address)).find(({ sipPassword: password }) => {
        const a1 = hashA1(hash, given.algorithm, { username: given.username, realm, password });
        return verifyCredentials(hash, { credentials: given, method: request.method, a1 });
      });
      // An unknown username gets the same response as a wrong password.
      if (proven === undefined) return forbid(request);
      const verdict = nonces.use(given.nonce, given.nonceCount);
      if (verdict !== 'good') return challenge(request, as, verdict === 'stale');
      const { user } = proven;
      // Set before the next await, so that a revocation finds this flow from here on.
      flow.provenUsernames.add(user.username);
      if (user.sessionId !== undefined) {
        flow.provenSessions.add(user.sessionId);
        if (proven.isTouchDue) await directory.touchSession(user.sessionId);
      }
      return { ok: true, user };
    },
  };
}
