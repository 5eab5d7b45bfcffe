import { randomBytes } from 'node:crypto';
import { isIP } from 'node:net';
import type { PasskeyMade, PasskeyProof } from '@samtal/api-contract';
import type {
  AuthenticationResponseJSON,
  AuthenticatorTransport,
  RegistrationResponseJSON,
} from '@simplewebauthn/server';
import type { Account } from '../../domain/accounts/account.ts';
import type { ShortLivedKind } from '../../domain/coordination/short-lived.ts';
import { SECOND_FACTOR_LIMITS } from '../../domain/limits/limits.ts';
import type { Passkey, Repositories } from '../../storage/repositories/repositories.ts';
import type { BegunFactors } from './begun-factors.ts';

/** Passkeys (WebAuthn) as a second step. Origin and RP ID are those of the operator's settings, never of a request. */
export type Passkeys = {
  /**
   * Whether browsers can make passkeys for the address of this server. They need a host name, and https unless it is
   * localhost.
   */
  isPossible(): boolean;
  /** What the browser gives to an authenticator for a new passkey. */
  creationOptions(account: Account, asker: FactorAsker): Promise<object>;
  /** The new passkey, without name; undefined if the answer does not belong to the last challenge of `key`. */
  made(key: string, made: PasskeyMade): Promise<MadePasskey | undefined>;
  /** What the browser gives to an authenticator for the second step. @param key of the log-in or session that asks */
  requestOptions(account: Account, key: string): Promise<object>;
  /** Whether a passkey of the account has signed the last challenge of `key`. Each challenge counts once. */
  verify(account: Account, key: string, proof: PasskeyProof): Promise<boolean>;
};

/** The session that asks for a new factor, and whether its user has passed the second step for it. */
export type FactorAsker = { readonly key: string; readonly hasStep: boolean };

type MadePasskey = { readonly passkey: Omit<Passkey, 'name'>; readonly hasStep: boolean };

type Tools = {
  readonly repositories: Pick<Repositories, 'secondFactors'>;
  readonly begun: BegunFactors;
  readonly brandName: string;
  readonly publicUrl: () => string;
  readonly createSecret: () => string;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
};

/** What the challenges of a kind are for. */
type ChallengeKind = Extract<ShortLivedKind, 'newPasskey' | 'passkeyStep'>;

const CHALLENGE_BYTES = 32;

const isLocal = (host: string): boolean => host === 'localhost' || host.endsWith('.localhost');

/** Loaded for the first passkey: it is large, and Node warns of algorithms that it looks for. */
const loadWebAuthn = () => import('@simplewebauthn/server');

/** A user proves presence; who they are, the password has shown before. */
const userVerification = 'preferred';

export function createPasskeys(tools: Tools): Passkeys {
  const { repositories, begun, brandName, publicUrl, createSecret, now } = tools;
  async function issue(kind: ChallengeKind, { key, hasStep }: FactorAsker): Promise<Uint8Array<ArrayBuffer>> {
    const challenge = randomBytes(CHALLENGE_BYTES);
    await begun.put(kind, key, { secret: challenge.toString('base64url'), hasStep });
    return new Uint8Array(challenge);
  }
  const site = () => {
    const { protocol, hostname, origin } = new URL(publicUrl());
    return { protocol, rpID: hostname, origin };
  };
  const named = ({ credentialId, transports }: Passkey) => ({
    id: credentialId,
    transports: transports as AuthenticatorTransport[],
  });

  return {
    isPossible() {
      const { protocol, rpID } = site();
      return isIP(rpID.replace(/^\[|\]$/g, '')) === 0 && (protocol === 'https:' || isLocal(rpID));
    },
    async creationOptions(account, asker) {
      const passkeys = await repositories.secondFactors.listPasskeys(account.id);
      const { generateRegistrationOptions } = await loadWebAuthn();
      return generateRegistrationOptions({
        rpName: brandName,
        rpID: site().rpID,
        userID: new Uint8Array(Buffer.from(account.id)),
        userName: account.username,
        challenge: await issue('newPasskey', asker),
        timeout: SECOND_FACTOR_LIMITS.ticketMs,
        attestationType: 'none',
        excludeCredentials: passkeys.map(named),
        authenticatorSelection: { residentKey: 'discouraged', userVerification },
      });
    },
    async made(key, response) {
      const challenge = await begun.take('newPasskey', key);
      if (challenge === undefined) return undefined;
      const { origin, rpID } = site();
      const { verifyRegistrationResponse } = await loadWebAuthn();
      const verified = await verifyRegistrationResponse({
        response: response as RegistrationResponseJSON,
        expectedChallenge: challenge.secret,
        expectedOrigin: origin,
        expectedRPID: rpID,
        requireUserVerification: false,
      }).catch(() => undefined);
      if (verified?.verified !== true) return undefined;
      const { credential } = verified.registrationInfo;
      const passkey = {
        id: createSecret(),
        credentialId: credential.id,
        publicKey: Buffer.from(credential.publicKey).toString('base64url'),
        signCount: credential.counter,
        transports: (credential.transports ?? []).filter((transport) => /^[a-z-]+$/.test(transport)),
        addedAt: now(),
        lastUsedAt: undefined,
      };
      return { passkey, hasStep: challenge.hasStep };
    },
    async requestOptions(account, key) {
      const passkeys = await repositories.secondFactors.listPasskeys(account.id);
      const { generateAuthenticationOptions } = await loadWebAuthn();
      return generateAuthenticationOptions({
        rpID: site().rpID,
        challenge: await issue('passkeyStep', { key, hasStep: false }),
        timeout: SECOND_FACTOR_LIMITS.ticketMs,
        allowCredentials: passkeys.map(named),
        userVerification,
      });
    },
    async verify(account, key, response) {
      const challenge = await begun.take('passkeyStep', key);
      if (challenge === undefined) return false;
      const { secondFactors } = repositories;
      const passkeys = await secondFactors.listPasskeys(account.id);
      const passkey = passkeys.find(({ credentialId }) => credentialId === response.id);
      if (passkey === undefined) return false;
      const { origin, rpID } = site();
      const { verifyAuthenticationResponse } = await loadWebAuthn();
      const verified = await verifyAuthenticationResponse({
        response: response as AuthenticationResponseJSON,
        expectedChallenge: challenge.secret,
        expectedOrigin: origin,
        expectedRPID: rpID,
        credential: {
          id: passkey.credentialId,
          publicKey: new Uint8Array(Buffer.from(passkey.publicKey, 'base64url')),
          counter: passkey.signCount,
        },
        requireUserVerification: false,
      }).catch(() => undefined);
      if (verified?.verified !== true) return false;
      return secondFactors.usePasskey(account.id, {
        id: passkey.id,
        signCount: verified.authenticationInfo.newCounter,
        before: passkey.signCount,
        usedAt: now(),
      });
    },
  };
}
