import type { TextKey } from '../i18n/index.ts';
import type { StaticWorld } from '../testing/static-services.ts';

/** One screen in one state, for developers and tests. */
export type Scene = {
  readonly name: string;
  /** The path of the address, as the router reads it. */
  readonly path: string;
  /** The buttons that lead to this state, each by the key of its text. */
  readonly press?: readonly TextKey[];
  /** The page for the time without a network is shown in place of the app. */
  readonly isOffline?: true;
  /** What is typed into the combobox of the screen. */
  readonly typed?: string;
} & Partial<StaticWorld>;
