import type { ShortLived, ShortLivedKind } from '../../domain/coordination/short-lived.ts';

/** A factor that a user has begun to add, or to use. */
export type BegunFactor = {
  /** The sealed secret of the app, or the challenge of the passkey. */
  readonly secret: string;
  /**
   * Whether the user has passed the second step for it. Without, it can be the first factor only: another one may come
   * in between.
   */
  readonly hasStep: boolean;
};

type Kind = Extract<ShortLivedKind, 'begunApp' | 'newPasskey' | 'passkeyStep'>;

/** Factors that have begun, by a key of the session or of the log-in. */
export type BegunFactors = {
  put(kind: Kind, key: string, factor: BegunFactor): Promise<void>;
  find(kind: Kind, key: string): Promise<BegunFactor | undefined>;
  /** Finds a factor and forgets it: of two requests one gets it. */
  take(kind: Kind, key: string): Promise<BegunFactor | undefined>;
};

export function createBegunFactors(shortLived: Pick<ShortLived, 'put' | 'find' | 'take'>): BegunFactors {
  const read = (kept: { readonly value: string } | undefined): BegunFactor | undefined =>
    kept && (JSON.parse(kept.value) as BegunFactor);
  return {
    put: (kind, key, factor) => shortLived.put(kind, key, JSON.stringify(factor)),
    find: async (kind, key) => read(await shortLived.find(kind, key)),
    take: async (kind, key) => read(await shortLived.take(kind, key)),
  };
}
