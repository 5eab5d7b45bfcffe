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
  | {
      readonly ok: true;
      readonly mode: LaunchMode;
      /** Whether the demo is open to the network of this machine. */
      readonly isForLan: boolean;
      readonly warnings: readonly string[];
    }
  | { readonly ok: false; readonly problem: string };

/** Opens the demo to the network of this machine, with a certificate of the server. */
const LAN = '--lan';

/** Names the setting that lets other machines reach the server; undefined = none does. */
function reachByOthers({ options, host, publicUrl }: LaunchRequest): string | undefined {
  if (options.includes(LAN)) return `${LAN} opens it to your network`;
  if (publicUrl !== undefined && /^https:/i.test(publicUrl)) return 'PUBLIC_URL begins with https:';
  return isLoopbackHost(host) ? undefined : 'HOST is not a loopback address';
}

const openTo: Readonly<Record<LaunchMode, string | undefined>> = {
  demo: 'everyone who reaches it can log in with the published passwords',
  test: 'everyone who reaches it can break calls by /test and log in with the published passwords',
  production: undefined,
};

/** Why `--lan` does not fit the other settings; undefined = it does, or is not given. */
function lanProblem({ options, mode, host, publicUrl }: LaunchRequest): string | undefined {
  if (!options.includes(LAN)) return undefined;
  if (mode === 'production' || mode === 'test')
    return `${LAN}: opens the demo to your network, but SAMTAL_MODE is ${mode}. Real accounts need a reverse proxy with a certificate (docs/installing.md).`;
  if (publicUrl !== undefined)
    return `${LAN}: the addresses in your network are those of this machine, so PUBLIC_URL must not be set.`;
  if (!isLoopbackHost(host))
    return `${LAN}: opens a port of its own (LAN_PORT), so HOST must be a loopback address or not be set.`;
  return undefined;
}

function decided(mode: LaunchMode, request: LaunchRequest): LaunchChoice {
  const reach = reachByOthers(request);
  const risk = reach === undefined ? undefined : openTo[mode];
  return {
    ok: true,
    mode,
    isForLan: request.options.includes(LAN),
    warnings: risk === undefined ? [] : [`SAMTAL_MODE: this is the ${mode} mode and ${reach}; ${risk}.`],
  };
}

/**
 * Chooses the launch mode from environment and arguments (decision D43). Without `SAMTAL_MODE` the server is
 * a demo for this machine alone; if other machines can reach the server, `SAMTAL_MODE` must be set.
 */
export function chooseLaunchMode(request: LaunchRequest): LaunchChoice {
  const option = request.options.find((each) => each !== LAN);
  if (option !== undefined)
    return {
      ok: false,
      problem: `Unknown option "${option}". The only option is ${LAN}; environment variables configure the server (docs/operating.md).`,
    };
  const problem = lanProblem(request);
  if (problem !== undefined) return { ok: false, problem };
  if (request.mode === undefined) {
    // `--lan` is an explicit choice of the network: only other ways to reach the server are a reason.
    const withoutLan = { ...request, options: [] };
    const reason =
      request.nodeEnvironment === 'production' ? 'NODE_ENV is production' : reachByOthers(withoutLan);
    if (reason === undefined) return decided('demo', request);
    return {
      ok: false,
      problem: `SAMTAL_MODE: must be set, because ${reason}. Set SAMTAL_MODE=production to serve real accounts, or SAMTAL_MODE=demo to show the demo accounts, whose passwords are published.`,
    };
  }
  return decided(request.mode, request);
}
