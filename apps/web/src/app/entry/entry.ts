import type { Brand } from '@samtal/api-contract';

const KIOSK_PATH = '/oneclickcall';

export type Visit = {
  /** The path of the address. */
  readonly path: string;
  /** The page is embedded in a page of another site. */
  readonly isEmbedded: boolean;
  /** The user signed in in this tab by a one-click link. */
  readonly isVisitor: boolean;
};

/** `notFound`: the brand does not allow the product to be opened in this way. */
export type Face = 'app' | 'kiosk' | 'notFound';

/** Which launch mode the product uses; decided once, when the page opens. */
export function entryFor({ kiosk, iframe }: Brand, visit: Visit): Face {
  const isEmbeddingRight = visit.isEmbedded ? iframe.allow || iframe.force : !iframe.force;
  if (!isEmbeddingRight) return 'notFound';
  if (!kiosk.enabled) return 'app';
  if (visit.path.replace(/\/$/, '') === KIOSK_PATH) return 'kiosk';
  return kiosk.only || visit.isVisitor ? 'notFound' : 'app';
}
