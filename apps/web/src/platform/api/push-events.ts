import { API_BASE, CHANGE_KINDS, changeEventSchema, PATHS, SECURITY_TOKEN } from '@samtal/api-contract';
import type { Clock, Log, Random } from '@samtal/call-core';
import type { Change, PushEvents, PushListener } from '../../client/records/push.ts';

const RETRY_FIRST_MS = 1000;
const RETRY_MOST_MS = 30_000;

export type PushEventsOptions = {
  /** Base of the user API; empty = the page's own origin (API-01). */
  readonly server: string;
  readonly clock: Pick<Clock, 'setTimer'>;
  readonly random: Random;
  readonly log: Pick<Log, 'info' | 'warn'>;
  /** Undefined outside a secure context; each tab then has its own event stream. */
  readonly locks: LockManager | undefined;
};

/** The messages between the tabs of one browser. */
type News = Change | 'opened' | 'lost' | 'asked' | 'stillOpen';

const allNews: readonly unknown[] = [...CHANGE_KINDS, 'opened', 'lost', 'asked', 'stillOpen'];
const isNews = (data: unknown): data is News => allNews.includes(data);

function changeIn(data: unknown): Change | undefined {
  try {
    const event = changeEventSchema.safeParse(JSON.parse(String(data)));
    return event.success ? event.data.kind : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Server-sent events, with one stream for all tabs of a browser: browsers open at most six HTTP/1.1
 * connections to a server, and the server allows twenty streams per account. The tab that holds the lock has
 * the stream and informs the other tabs; when that tab closes, the next one gets the lock.
 */
export function createPushEvents({ server, clock, random, log, locks }: PushEventsOptions): PushEvents {
  const base = `${server.replace(/\/$/, '')}${API_BASE}${PATHS.events}`;

  /**
   * Keeps the stream open, and reconnects with growing pauses when it fails, until `signal` aborts.
   * @returns a function that tells whether the stream is open now
   */
  function holdConnection(
    securityToken: string,
    tell: (news: News) => void,
    signal: AbortSignal,
  ): () => boolean {
    let source: EventSource | undefined;
    let isOpen = false;
    let attempts = 0;
    let forgetRetry = (): void => undefined;
    const connect = (): void => {
      const stream = new EventSource(`${base}?${SECURITY_TOKEN}=${encodeURIComponent(securityToken)}`);
      source = stream;
      stream.addEventListener('open', () => {
        attempts = 0;
        isOpen = true;
        tell('opened');
      });
      stream.addEventListener('message', ({ data }) => {
        const change = changeIn(data);
        if (change !== undefined) tell(change);
      });
      stream.addEventListener('error', () => {
        // The browser's own retries have no growing pause, and stop after some responses.
        stream.close();
        if (isOpen) tell('lost');
        isOpen = false;
        const pauseMs = Math.min(RETRY_FIRST_MS * 2 ** attempts, RETRY_MOST_MS);
        attempts += 1;
        log.info('event_stream_lost', { attempts });
        // A random delay, so that not all browsers reconnect at the same moment after a server restart.
        forgetRetry = clock.setTimer(pauseMs * (0.5 + random() / 2), connect);
      });
    };
    connect();
    signal.addEventListener('abort', () => {
      forgetRetry();
      source?.close();
    });
    return () => isOpen;
  }

  function open(account: string, securityToken: string, listener: PushListener): () => void {
    const name = `push ${account}`;
    const stop = new AbortController();
    const channel = new BroadcastChannel(name);
    let isMyConnection: (() => boolean) | undefined;
    let isConnected = false;

    const hear = (news: News): void => {
      switch (news) {
        case 'asked':
          if (isMyConnection?.() === true) say('stillOpen');
          return;
        case 'stillOpen':
          // This news is for a tab that was opened later; the other tabs already know that the stream is
          // open.
          if (isConnected) return;
          isConnected = true;
          return listener.onOpened();
        case 'opened':
          isConnected = true;
          return listener.onOpened();
        case 'lost':
          isConnected = false;
          return listener.onLost();
        default:
          return listener.onChange(news);
      }
    };
    const say = (news: News): void => {
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has no origin to name.
      channel.postMessage(news);
    };
    const tell = (news: News): void => {
      hear(news);
      say(news);
    };
    channel.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
      if (isNews(data)) hear(data);
    });
    stop.signal.addEventListener('abort', () => channel.close());

    const lead = (): Promise<void> =>
      new Promise((resolve) => {
        isMyConnection = holdConnection(securityToken, tell, stop.signal);
        stop.signal.addEventListener('abort', () => resolve());
      });
    if (locks === undefined) void lead();
    else {
      say('asked');
      locks.request(name, { signal: stop.signal }, lead).catch((error: unknown) => {
        if (!stop.signal.aborted) log.warn('event_stream_not_shared', { error: String(error) });
      });
    }
    return () => stop.abort();
  }

  return { open };
}
