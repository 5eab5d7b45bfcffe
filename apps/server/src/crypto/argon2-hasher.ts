import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import type { PasswordHasher } from '../domain/accounts/password-hash.ts';

type Cost = { readonly memory: number; readonly passes: number; readonly parallelism: number };

/** The cost of new hashes, OWASP's minimum for argon2id: 19 MiB, two passes. */
const usualCost: Cost = { memory: 19_456, passes: 2, parallelism: 1 };
const phcPattern = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/;

const base64 = (bytes: Buffer): string => bytes.toString('base64').replaceAll('=', '');

function derive(password: string, salt: Buffer, tagLength: number, cost: Cost): Promise<Buffer> {
  const message = Buffer.from(password.normalize('NFC'), 'utf8');
  return new Promise((resolve, reject) => {
    argon2('argon2id', { message, nonce: salt, tagLength, ...cost }, (error, key) =>
      error ? reject(error) : resolve(key),
    );
  });
}

function write(salt: Buffer, key: Buffer, { memory, passes, parallelism }: Cost): string {
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${base64(salt)}$${base64(key)}`;
}

function read(phc: string): { salt: Buffer; key: Buffer; cost: Cost } | undefined {
  const [, memory, passes, parallelism, salt, key] = phcPattern.exec(phc) ?? [];
  if (salt === undefined || key === undefined) return undefined;
  return {
    salt: Buffer.from(salt, 'base64'),
    key: Buffer.from(key, 'base64'),
    cost: { memory: Number(memory), passes: Number(passes), parallelism: Number(parallelism) },
  };
}

export function createArgon2Hasher(cost: Cost = usualCost): PasswordHasher {
  const noHash = { salt: randomBytes(16), key: randomBytes(32), cost };
  return {
    async hash(password) {
      const salt = randomBytes(16);
      return write(salt, await derive(password, salt, 32, cost), cost);
    },
    async verify(password, phc) {
      const stored = (phc === undefined ? undefined : read(phc)) ?? noHash;
      const key = await derive(password, stored.salt, stored.key.length, stored.cost);
      return timingSafeEqual(key, stored.key) && stored !== noHash;
    },
  };
}
