import { Loading } from './Loading.tsx';
import { NotFetched } from './NotFetched.tsx';
import type { Fetched } from './use-fetched.ts';

export type LoadingFallbackProps = {
  readonly for: Exclude<Fetched<unknown>, { readonly phase: 'ready' }>;
  /** `screen` fills the whole page, `content` is a part of it. */
  readonly place: 'screen' | 'content';
};

/** Shown while something is being loaded, or after loading has failed. */
export function LoadingFallback({ for: fetched, place }: LoadingFallbackProps) {
  if (fetched.phase === 'failed') return <NotFetched {...fetched} as={place === 'screen' ? 'main' : 'div'} />;
  return place === 'screen' ? <Loading /> : <Loading as="div" />;
}
