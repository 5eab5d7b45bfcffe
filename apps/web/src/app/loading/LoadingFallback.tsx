import { Loading } from './Loading.tsx';
import { NotFetched } from './NotFetched.tsx';
import type { Fetched } from './use-fetched.ts';

export type LoadingFallbackProps = {
  readonly for: Exclude<Fetched<unknown>, { readonly phase: 'ready' }>;
  /** A screen fills the whole page. */
  readonly place: 'screen' | 'content';
};

/** Shown while `fetched` is loading, or after that has failed. */
export function LoadingFallback({ for: fetched, place }: LoadingFallbackProps) {
  if (fetched.phase === 'failed') return <NotFetched {...fetched} as={place === 'screen' ? 'main' : 'div'} />;
  return place === 'screen' ? <Loading /> : <Loading as="div" />;
}
