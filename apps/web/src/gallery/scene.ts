import type { TextKey } from '../i18n/index.ts';
import type { StaticWorld } from '../testing/static-services.ts';

/** One screen in one state, for people and tests to look at. */
export type Scene = {
  readonly name: string;
  /** Of the address, as the router reads it. */
  readonly path: string;
  /** Buttons to press before looking, by the key of their words. */
  readonly press?: readonly TextKey[];
} & Partial<StaticWorld>;
