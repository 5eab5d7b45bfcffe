import type { LogFn } from 'pino';
import type { CallsWatched } from '../call-records/watch-calls.ts';
import type { Config } from '../config/config.ts';
import { type Meter, NO_METER } from '../domain/meter.ts';
import type { Readiness } from '../http/plumbing/health-check.ts';
import type { Outbox } from '../mail/outbox.ts';
import { createMetrics, type Reading } from '../metrics/create-metrics.ts';
import { listenForMetrics } from '../metrics/metrics-listener.ts';
import type { RunningAgents } from '../server-agents/start-server-agents.ts';
import type { SipServer } from '../sip/sip-server.ts';
import { freeBytesOf } from '../storage/data-dir-check.ts';
import { giveUp, metricsProblem } from './give-up.ts';

type Observed = {
  readonly sipServer: Pick<SipServer, 'counters'>;
  readonly calls: Pick<CallsWatched, 'running'>;
  /** The server agents; undefined while another process has them. */
  readonly agents: () => Pick<RunningAgents, 'mediaCalls'> | undefined;
  readonly isLeading: () => boolean;
  readonly outbox: Pick<Outbox, 'count'>;
  readonly readiness: Readiness;
};

/** The numbers that are asked for when the metrics are read. */
function readingsOf(
  { sipEngine, dataDir }: Config,
  { sipServer, calls, agents, isLeading, outbox, readiness }: Observed,
): Reading[] {
  const ofSip: readonly Reading[] = [
    {
      name: 'samtal_sip_registrations',
      help: 'Devices that are registered now.',
      read: () => sipServer.counters().bindings,
    },
    {
      name: 'samtal_sip_connections',
      help: 'SIP connections that are open now.',
      read: () => sipServer.counters().flows,
    },
    {
      name: 'samtal_calls_ringing',
      help: 'Calls that are being set up now, by the richest of the media that they offer.',
      label: 'kind',
      read: () => calls.running().ringing,
    },
    {
      name: 'samtal_calls_running',
      help: 'Answered calls now, by the richest of their media.',
      label: 'kind',
      read: () => calls.running().answered,
    },
  ];
  return [
    ...(sipEngine === 'embedded' ? ofSip : []),
    {
      name: 'samtal_agent_media_calls',
      help: 'Calls of server agents with sound, video or a data channel now.',
      read: () => agents()?.mediaCalls() ?? 0,
    },
    {
      name: 'samtal_leader',
      help: '1 = this process has the server agents, delivers the mails that wait, and removes old data.',
      read: () => (isLeading() ? 1 : 0),
    },
    {
      name: 'samtal_outbox_mails',
      help: 'Mails that wait in the outbox.',
      read: () => outbox.count(),
    },
    {
      name: 'samtal_data_dir_free_bytes',
      help: 'Free bytes on the disk of the data folder.',
      read: () => freeBytesOf(dataDir),
    },
    {
      name: 'samtal_ready',
      help: '1 = this part works, as /readyz says.',
      label: 'part',
      read: async () =>
        Object.fromEntries(
          await Promise.all(
            Object.entries(readiness).map(async ([part, check]) => [part, (await check()) ? 1 : 0] as const),
          ),
        ),
    },
  ];
}

/** pino's number of the level `error`; that of `warn` is the lowest that is counted. */
const ERROR = 50;
const WARN = 40;

/** A hook of pino that counts the lines of the log from `warn` on, by event. */
const countLines = (meter: Pick<Meter, 'logged'>) =>
  function logMethod(this: unknown, lines: Parameters<LogFn>, method: LogFn, level: number): void {
    const [fields] = lines as readonly unknown[];
    const event =
      typeof fields === 'object' && fields !== null && 'event' in fields ? fields.event : undefined;
    if (level >= WARN)
      meter.logged(level >= ERROR ? 'error' : 'warn', typeof event === 'string' ? event : 'none');
    method.apply(this as never, lines);
  };

export type ComposedMetrics = {
  readonly meter: Meter;
  /** Options of pino. */
  readonly logHooks: { readonly logMethod?: ReturnType<typeof countLines> };
  /** Serves the metrics. @returns a function that stops this */
  serve(observed: Observed): Promise<() => Promise<void>>;
};

/** The metrics of this process; without `METRICS_PORT` nothing is counted and nothing listens. */
export function composeMetrics(config: Config): ComposedMetrics {
  const place = config.metrics;
  if (place === undefined)
    return { meter: NO_METER, logHooks: {}, serve: async () => () => Promise.resolve() };
  const metrics = createMetrics();
  return {
    meter: metrics.meter,
    logHooks: { logMethod: countLines(metrics.meter) },
    async serve(observed) {
      metrics.observe(readingsOf(config, observed));
      const listener = await listenForMetrics({ ...place, metrics }).catch((error: unknown) =>
        giveUp(metricsProblem(error, place)),
      );
      return () => listener.close();
    },
  };
}
