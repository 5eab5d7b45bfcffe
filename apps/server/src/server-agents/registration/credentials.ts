import type { Challenge, Hash, SipRequest, SipResponse } from '@samtal/sip';
import { answerChallenge, headers, parseChallenge, withHeader, writeCredentials } from '@samtal/sip';

/** The first supported challenge, in the server's order of preference (RFC 8760 §2.4). */
export const challengeIn = (response: SipResponse, name: string): Challenge | undefined =>
  headers(response, name)
    .map(parseChallenge)
    .find((each) => each !== undefined);

export type CredentialsOptions = {
  readonly username: string;
  readonly password: string;
  readonly hash: Hash;
  /** Creates an unguessable SIP token. */
  readonly createToken: () => string;
};

export type Credentials = {
  /** The request with an answer to the challenge of a 401 or 407; undefined = the response has none. */
  add(request: SipRequest, response: SipResponse): SipRequest | undefined;
};

/** Answers the challenges to requests other than REGISTER; each nonce is used once. */
export const createCredentials = ({
  username,
  password,
  hash,
  createToken,
}: CredentialsOptions): Credentials => ({
  add(request, response) {
    const isProxy = response.status === 407;
    const challenge = challengeIn(response, isProxy ? 'Proxy-Authenticate' : 'WWW-Authenticate');
    if (challenge === undefined) return undefined;
    const credentials = answerChallenge(hash, challenge, {
      username,
      password,
      method: request.method,
      uri: request.uri,
      cnonce: createToken(),
      count: 1,
    });
    const name = isProxy ? 'Proxy-Authorization' : 'Authorization';
    return withHeader(request, name, writeCredentials(credentials, challenge.opaque));
  },
});
