import { LoadingContent } from './LoadingContent.tsx';
import { LoadingScreen } from './LoadingScreen.tsx';
import { NotFetched } from './NotFetched.tsx';
import type { Fetched } from './use-fetched.ts';

export type StandInProps = {
  readonly for: Exclude<Fetched<unknown>, { readonly phase: 'ready' }>;
  /** A screen is alone on the page. */
  readonly place: 'screen' | 'content';
};

/** In the place of what is being fetched, or could not be. */
export function StandIn({ for: fetched, place }: StandInProps) {
  if (fetched.phase === 'failed') return <NotFetched {...fetched} as={place === 'screen' ? 'main' : 'div'} />;
  return place === 'screen' ? <LoadingScreen /> : <LoadingContent />;
}
