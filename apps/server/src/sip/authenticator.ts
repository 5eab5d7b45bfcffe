import type { Hash, NonceBook, SipRequest, SipResponse } from '@samtal/sip';
import {
  addressOfRecord,
  createChallenges,
  createResponse,
  hashA1,
  header,
  headers,
  parseCredentials,
  parseNameAddr,
  parseUri,
  verifyCredentials,
} from '@samtal/sip';
import type { SipDirectory, SipUser } from './sip-directory.ts';

export type AuthenticationResult =
  | { readonly ok: true; readonly user: SipUser }
  | { readonly ok: false; readonly response: SipResponse };

export type Authenticator = {
  /** Judges the credentials of a request as registrar (401, Authorization) or as proxy (407, Proxy-Authorization). */
  authenticate(request: SipRequest, as: 'registrar' | 'proxy'): Promise<AuthenticationResult>;
};

type Options = {
  readonly realm: string;
  readonly directory: SipDirectory;
  readonly nonces: NonceBook;
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
    // SHA-256 first, for whoever knows it (RFC 8760 §2.4); the SIP stacks of browsers look at the last and know MD5 only.
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

  return {
    async authenticate(request, as) {
      const given = headers(request, roles[as].credentials)
        .map(parseCredentials)
        .find((each) => each?.realm === realm);
      if (given === undefined) return challenge(request, as, false);
      const from = parseUri(parseNameAddr(header(request, 'From') ?? '')?.uri ?? '');
      const address = from === undefined ? '' : addressOfRecord(from);
      const user = await directory.findCredentials(given.username, address);
      // A wrong name is told the same as a wrong password.
      if (user === undefined || given.uri !== request.uri) return forbid(request);
      const a1 = hashA1(hash, given.algorithm, {
        username: given.username,
        realm,
        password: user.sipPassword,
      });
      if (!verifyCredentials(hash, { credentials: given, method: request.method, a1 }))
        return forbid(request);
      const verdict = nonces.use(given.nonce, given.nonceCount);
      return verdict === 'good' ? { ok: true, user } : challenge(request, as, verdict === 'stale');
    },
  };
}
