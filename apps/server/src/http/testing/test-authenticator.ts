import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import { stepAt, totpAt } from '../../crypto/totp.ts';

/** Reads base32 as an authenticator app does. */
function bytesOf(base32: string): Uint8Array {
  const bits = Array.from(base32)
    .map((letter) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(letter).toString(2).padStart(5, '0'))
    .join('');
  return Uint8Array.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
}

/** The code that an app with this secret shows. @param skew steps from now */
export const codeOf = (secret: string, now: number, skew = 0): string =>
  totpAt(bytesOf(secret), stepAt(now) + skew);

const sha256 = (data: string | Uint8Array): Buffer => createHash('sha256').update(data).digest();
const text = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64url');

/** Just enough of CBOR (RFC 8949) for an attestation object. */
function cbor(value: unknown): Buffer {
  const head = (major: number, length: number): Buffer =>
    length < 24
      ? Buffer.from([(major << 5) | length])
      : length < 256
        ? Buffer.from([(major << 5) | 24, length])
        : Buffer.from([(major << 5) | 25, length >> 8, length & 0xff]);
  if (typeof value === 'number') return value < 0 ? head(1, -1 - value) : head(0, value);
  if (typeof value === 'string')
    return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)]);
  if (value instanceof Uint8Array) return Buffer.concat([head(2, value.length), value]);
  const entries = value instanceof Map ? [...value] : [];
  return Buffer.concat([head(5, entries.length), ...entries.flat().map((each) => cbor(each))]);
}

/** What an authenticator of a test may say otherwise than asked. */
type Lie = {
  readonly origin?: string;
  readonly rpId?: string;
  readonly type?: string;
  readonly count?: number;
  readonly challenge?: string;
  readonly credentialId?: string;
  /** The user has not touched the authenticator. */
  readonly isAbsent?: boolean;
};

/** An authenticator (WebAuthn) of one passkey, which says what a test wants. */
export function createTestAuthenticator(origin: string, rpId: string) {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const id = randomBytes(16);
  let count = 0;
  const clientData = (type: string, challenge: string, lie: Lie): Buffer =>
    Buffer.from(
      JSON.stringify({
        type: lie.type ?? type,
        challenge: lie.challenge ?? challenge,
        origin: lie.origin ?? origin,
        crossOrigin: false,
      }),
    );
  function authenticatorData(lie: Lie, attested?: Buffer): Buffer {
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(lie.count ?? count);
    const flags = (lie.isAbsent === true ? 0 : 0x01) | (attested === undefined ? 0 : 0x40);
    return Buffer.concat([
      sha256(lie.rpId ?? rpId),
      Buffer.from([flags]),
      counter,
      attested ?? Buffer.alloc(0),
    ]);
  }
  const common = (lie: Lie) => ({
    id: lie.credentialId ?? text(id),
    rawId: lie.credentialId ?? text(id),
    type: 'public-key' as const,
    clientExtensionResults: {},
  });
  return {
    id: text(id),
    make({ challenge }: { readonly challenge: string }, lie: Lie = {}) {
      const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
      const key = cbor(
        new Map<number, unknown>([
          [1, 2],
          [3, -7],
          [-1, 1],
          [-2, Buffer.from(x, 'base64url')],
          [-3, Buffer.from(y, 'base64url')],
        ]),
      );
      const attested = Buffer.concat([Buffer.alloc(16), Buffer.from([0, id.length]), id, key]);
      const attestationObject = cbor(
        new Map<string, unknown>([
          ['fmt', 'none'],
          ['attStmt', new Map()],
          ['authData', authenticatorData(lie, attested)],
        ]),
      );
      return {
        ...common(lie),
        response: {
          clientDataJSON: text(clientData('webauthn.create', challenge, lie)),
          attestationObject: text(attestationObject),
          transports: ['internal'],
        },
      };
    },
    sign({ challenge }: { readonly challenge: string }, lie: Lie = {}) {
      count += 1;
      const client = clientData('webauthn.get', challenge, lie);
      const data = authenticatorData(lie);
      const signature = sign('sha256', Buffer.concat([data, sha256(client)]), privateKey);
      return {
        ...common(lie),
        response: {
          clientDataJSON: text(client),
          authenticatorData: text(data),
          signature: text(signature),
        },
      };
    },
  };
}
