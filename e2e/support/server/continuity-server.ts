import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../../../tools/runtime.mjs';
import { startBrandedServer } from './branded-server.ts';
import type { SamtalServer } from './samtal-server.ts';

type Wire = 'data-channel' | 'message';
type BrandFile = { readonly features: object; readonly sip?: object };
type Options = {
  readonly wires?: readonly Wire[];
  readonly env?: Record<string, string>;
  /** Features that are on besides. */
  readonly features?: Readonly<Record<string, boolean>>;
  /** How long a call waits for an end that is away, in seconds; 30 by default. */
  readonly interruptionLimit?: number;
};

const startWith = (
  callContinuity: boolean,
  { wires, env, features, interruptionLimit }: Options,
): Promise<SamtalServer> => {
  const brand = JSON.parse(readFileSync(join(root, 'apps/server/branding/brand.json'), 'utf8')) as BrandFile;
  return startBrandedServer(
    {
      ...brand,
      features: { ...brand.features, ...features, callContinuity },
      ...(wires && { text: { wires } }),
      ...(interruptionLimit && { sip: { ...brand.sip, interruptionLimit } }),
    },
    env,
  );
};

/** Starts a server with the shipped brand, whose calls outlive an interruption (decision D80). */
export const startKeepingServer = (options: Options = {}): Promise<SamtalServer> => startWith(true, options);

/** Starts a server with the shipped brand, whose calls end with their connection, as specified (decision D15). */
export const startEndingServer = (options: Options = {}): Promise<SamtalServer> => startWith(false, options);
