import type { Brand } from '@samtal/api-contract';

const KIOSK_PATH = '/oneclickcall';

export type Visit = {
  /** Of the address. */
  readonly path: string;
  /** The page is inside a page of somebody else. */
  readonly isEmbedded: boolean;
  /** Whoever is signed in in this tab came by a one-click link. */
  readonly isVisitor: boolean;
};

/** `notFound`: whoever opened the page may not meet the product here. */
export type Face = 'app' | 'kiosk' | 'notFound';

/** Which of its faces the product shows; decided once, when the page opens. */
export function entryFor({ kiosk, iframe }: Brand, visit: Visit): Face {
  const isEmbeddingRight = visit.isEmbedded ? iframe.allow || iframe.force : !iframe.force;
  if (!isEmbeddingRight) return 'notFound';
  if (!kiosk.enabled) return 'app';
  if (visit.path.replace(/\/$/, '') === KIOSK_PATH) return 'kiosk';
  return kiosk.only || visit.isVisitor ? 'notFound' : 'app';
}
