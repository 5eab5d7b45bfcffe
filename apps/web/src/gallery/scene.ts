import type { TextKey } from '../i18n/index.ts';
import type { StaticWorld } from '../testing/static-services.ts';

/** One screen in one state, for developers and tests. */
export type Scene = {
  readonly name: string;
  /** The path of the address, as the router reads it. */
  readonly path: string;
  /** Buttons to press first, by the key of their text. */
  readonly press?: readonly TextKey[];
} & Partial<StaticWorld>;
