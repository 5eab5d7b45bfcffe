import type { Challenge, Credentials, Hash, HashAlgorithm } from './auth-header.ts';
import { writeChallenge } from './auth-header.ts';

/** H(A1): the hash of username, realm and password (RFC 7616 §3.4.2). */
export function hashA1(
  hash: Hash,
  algorithm: Credentials['algorithm'],
  user: { username: string; realm: string; password: string },
): string {
  return hash(algorithm, `${user.username}:${user.realm}:${user.password}`);
}

/** The response value that `credentials` must hold for a request of `method` (RFC 7616 §3.4.1, qop=auth). */
export function digestResponse(
  hash: Hash,
  credentials: Omit<Credentials, 'response'>,
  method: string,
  a1: string,
): string {
  const { algorithm, nonce, nonceCount, cnonce, uri } = credentials;
  return hash(
    algorithm,
    `${a1}:${nonce}:${nonceCount}:${cnonce}:auth:${hash(algorithm, `${method}:${uri}`)}`,
  );
}

export type Answering = {
  readonly username: string;
  readonly password: string;
  readonly method: string;
  readonly uri: string;
  readonly cnonce: string;
  /** How often this nonce has been used, including this time. */
  readonly count: number;
};

/** A client's answer to a challenge. */
export function answerChallenge(
  hash: Hash,
  { realm, nonce, algorithm }: Challenge,
  answering: Answering,
): Credentials {
  const { username, password, method, uri, cnonce, count } = answering;
  const open = {
    username,
    realm,
    nonce,
    uri,
    algorithm,
    cnonce,
    nonceCount: count.toString(16).padStart(8, '0'),
  };
  return {
    ...open,
    response: digestResponse(hash, open, method, hashA1(hash, algorithm, { username, realm, password })),
  };
}

/** Whether two texts are equal; the time of the comparison does not show where they differ. */
export function isEqualSecret(one: string, two: string): boolean {
  let difference = one.length ^ two.length;
  for (let index = 0; index < one.length; index++)
    difference |= one.charCodeAt(index) ^ two.charCodeAt(index);
  return difference === 0;
}

/**
 * The challenges for WWW-Authenticate or Proxy-Authenticate, the strongest algorithm first: a client uses the
 * first one that it supports (RFC 8760 §2.4).
 */
export function createChallenges(challenge: Omit<Challenge, 'algorithm'>): readonly string[] {
  const algorithms: readonly HashAlgorithm[] = ['SHA-256', 'MD5'];
  return algorithms.map((algorithm) => writeChallenge({ ...challenge, algorithm }));
}

export type Claim = {
  readonly credentials: Credentials;
  readonly method: string;
  /** H(A1) of the user that the credentials name, with the algorithm of the credentials; see `hashA1`. */
  readonly a1: string;
};

/** Whether the credentials were made with the right password; `NonceStore` checks the nonce. */
export function verifyCredentials(hash: Hash, { credentials, method, a1 }: Claim): boolean {
  return isEqualSecret(digestResponse(hash, credentials, method, a1), credentials.response.toLowerCase());
}
