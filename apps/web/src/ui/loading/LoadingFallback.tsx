import { Loading } from './Loading.tsx';
import { NotFetched } from './NotFetched.tsx';
import type { Fetched } from './use-fetched.ts';

export type LoadingFallbackProps = {
  readonly for: Exclude<Fetched<unknown>, { readonly phase: 'ready' }>;
  /** `screen` fills the whole page, `content` is the main part of it, `part` is as small as possible. */
  readonly place: 'screen' | 'content' | 'part';
};

/** Shown while something is being loaded, or after loading has failed. */
export function LoadingFallback({ for: fetched, place }: LoadingFallbackProps) {
  const frame = { as: place === 'screen' ? 'main' : 'div', isSmall: place === 'part' } as const;
  return fetched.phase === 'failed' ? <NotFetched {...fetched} {...frame} /> : <Loading {...frame} />;
}
