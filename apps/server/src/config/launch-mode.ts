import { isLoopbackHost } from '../network/loopback.ts';

export type LaunchMode = 'demo' | 'production' | 'test';

export type LaunchRequest = {
  /** Arguments of the command line. */
  readonly options: readonly string[];
  /** Value of `SAMTAL_MODE`; undefined = not set. */
  readonly mode: LaunchMode | undefined;
  /** Value of `NODE_ENV`. */
  readonly nodeEnvironment: string | undefined;
  readonly host: string;
  readonly publicUrl: string | undefined;
};

export type LaunchChoice =
  | { readonly ok: true; readonly mode: LaunchMode; readonly warnings: readonly string[] }
  | { readonly ok: false; readonly problem: string };

/** Names the setting that lets other machines reach the server; undefined = none does. */
function reachByOthers({ host, publicUrl }: LaunchRequest): string | undefined {
  if (publicUrl !== undefined && /^https:/i.test(publicUrl)) return 'PUBLIC_URL begins with https:';
  return isLoopbackHost(host) ? undefined : 'HOST is not a loopback address';
}

const openTo: Readonly<Record<LaunchMode, string | undefined>> = {
  demo: 'everyone who reaches it can log in with the published passwords',
  test: 'everyone who reaches it can break calls by /test and log in with the published passwords',
  production: undefined,
};

/**
 * Chooses the launch mode from environment and arguments (decision D43). Without `SAMTAL_MODE` the server is
 * a demo for this machine alone; if other machines can reach the server, `SAMTAL_MODE` must be set.
 */
export function chooseLaunchMode(request: LaunchRequest): LaunchChoice {
  const [option] = request.options;
  if (option !== undefined)
    return {
      ok: false,
      problem: `Unknown option "${option}". The server has no options; environment variables configure it (docs/operating.md).`,
    };
  const reach = reachByOthers(request);
  if (request.mode === undefined) {
    const reason = request.nodeEnvironment === 'production' ? 'NODE_ENV is production' : reach;
    if (reason === undefined) return { ok: true, mode: 'demo', warnings: [] };
    return {
      ok: false,
      problem: `SAMTAL_MODE: must be set, because ${reason}. Set SAMTAL_MODE=production to serve real accounts, or SAMTAL_MODE=demo to show the demo accounts, whose passwords are published.`,
    };
  }
  const risk = reach === undefined ? undefined : openTo[request.mode];
  return {
    ok: true,
    mode: request.mode,
    warnings:
      risk === undefined ? [] : [`SAMTAL_MODE: this is the ${request.mode} mode and ${reach}; ${risk}.`],
  };
}
