import type { Brand } from '@samtal/api-contract';

const KIOSK_PATH = '/oneclickcall';

/** How the page was opened. */
export type LaunchContext = {
  /** The path of the address. */
  readonly path: string;
  /** The page is embedded in a page of another site. */
  readonly isEmbedded: boolean;
  /** In this tab the user signed in by a one-click link. */
  readonly isVisitor: boolean;
};

/** What the page is opened as; `notFound`: the brand does not allow the product to be opened in this way. */
export type LaunchMode = 'app' | 'kiosk' | 'notFound';

/**
 * Returns the launch mode, from the brand and the way in which the page was opened; decided once, when it
 * opens.
 */
export function launchModeFor({ kiosk, iframe }: Brand, launch: LaunchContext): LaunchMode {
  const isEmbeddingRight = launch.isEmbedded ? iframe.allow || iframe.force : !iframe.force;
  if (!isEmbeddingRight) return 'notFound';
  if (!kiosk.enabled) return 'app';
  if (launch.path.replace(/\/$/, '') === KIOSK_PATH) return 'kiosk';
  return kiosk.only || launch.isVisitor ? 'notFound' : 'app';
}
