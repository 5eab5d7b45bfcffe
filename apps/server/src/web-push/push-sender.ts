import type { Pushed } from '@samtal/api-contract';
import type { EventLog } from '../domain/event-log.ts';
import { WEB_PUSH_LIMITS } from '../domain/limits/limits.ts';
import { createWorkQueue } from '../domain/limits/work-queue.ts';
import type { PushSubscription, PushSubscriptionRepository } from '../storage/repositories/repositories.ts';
import type { PostPush, PushRequest } from './post-push.ts';
import type { VapidKeys } from './vapid-keys.ts';

/** How a push service treats a push (RFC 8030 §5). */
export type Delivery = {
  /** When the push is of no use any more, in milliseconds since the epoch. */
  readonly until: number;
  readonly isUrgent: boolean;
  /** A later push with the same topic replaces one that waits for the device. */
  readonly topic: string;
  /** Whether the push is still wanted when its turn has come; absent = always. */
  readonly isWanted?: () => boolean;
};

export type PushSender = {
  /**
   * Sends a push, once, unless the device has logged out by the time of sending.
   * @returns whether the push service has accepted it; never rejects
   */
  send(accountId: string, device: PushSubscription, pushed: Pushed, delivery: Delivery): Promise<boolean>;
  /** Is fulfilled when no push is on its way. */
  settled(): Promise<void>;
};

export type PushSenderOptions = {
  readonly keys: VapidKeys;
  /** The operator's address for push services: a `mailto:` or `https:` address (RFC 8292 §2.1). */
  readonly contact: () => string;
  readonly isPushService: (endpoint: string) => boolean;
  readonly subscriptions: Pick<PushSubscriptionRepository, 'find' | 'removeEnded'>;
  readonly post: PostPush;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  readonly log: Pick<EventLog, 'info' | 'warn'>;
};

/** Whether the status of a push service says that the subscription has ended (RFC 8030 §7.3). */
export const hasEnded = (status: number): boolean => status === 404 || status === 410;

/** The JSON of a push, followed by white space, which JSON permits. */
function payloadOf(pushed: Pushed): Buffer {
  const json = Buffer.from(JSON.stringify(pushed));
  const size = Math.ceil(json.length / WEB_PUSH_LIMITS.payloadBytes) * WEB_PUSH_LIMITS.payloadBytes;
  return Buffer.concat([json, Buffer.alloc(size - json.length, ' ')]);
}

/** Loaded for the first push: it brings its own ASN.1 and HTTP. */
const loadWebPush = async () => (await import('web-push')).default;

const reasonOf = (error: unknown): string => (error instanceof Error ? error.name : 'unknown');

/**
 * Creates the sender of web pushes: encrypts each for its browser (RFC 8291) and signs it (RFC 8292). A push
 * that is refused is not repeated. The log names the origin of a push service, never an endpoint or a payload.
 */
export function createPushSender(options: PushSenderOptions): PushSender {
  const { keys, contact, isPushService, subscriptions, post, now, log } = options;
  const queue = createWorkQueue(WEB_PUSH_LIMITS.requests);
  const underWay = new Set<Promise<unknown>>();

  async function encrypt(
    { endpoint, p256dh, auth }: PushSubscription,
    pushed: Pushed,
    { until, isUrgent, topic }: Delivery,
  ): Promise<PushRequest> {
    const webPush = await loadWebPush();
    const { headers, body } = webPush.generateRequestDetails(
      { endpoint, keys: { p256dh, auth } },
      payloadOf(pushed),
      {
        vapidDetails: { subject: contact(), ...keys },
        TTL: Math.ceil((until - now()) / 1000),
        urgency: isUrgent ? 'high' : 'normal',
        topic,
      },
    );
    return { endpoint, headers, body };
  }

  async function deliver({ id }: PushSubscription, pushed: Pushed, delivery: Delivery): Promise<boolean> {
    let service: string | undefined;
    try {
      // While the push waited, the device may have logged out or got another address.
      const device = await subscriptions.find(id);
      if (device === undefined || !isPushService(device.endpoint)) return false;
      if (delivery.until <= now() || delivery.isWanted?.() === false) return false;
      service = new URL(device.endpoint).origin;
      const status = await post(await encrypt(device, pushed, delivery));
      if (status >= 200 && status < 300) return true;
      if (hasEnded(status)) {
        log.info({ event: 'push_subscription_ended', service, status });
        await subscriptions.removeEnded(device);
      } else log.warn({ event: 'push_refused', service, status, type: pushed.type });
    } catch (error) {
      log.warn({ event: 'push_failed', service, reason: reasonOf(error), type: pushed.type });
    }
    return false;
  }

  async function send(
    accountId: string,
    device: PushSubscription,
    pushed: Pushed,
    delivery: Delivery,
  ): Promise<boolean> {
    const result = await queue.run(accountId, () => deliver(device, pushed, delivery));
    if (!result.isDone) log.warn({ event: 'push_dropped', full: result.full, type: pushed.type });
    return result.isDone && result.value;
  }

  return {
    send(...given) {
      const sending = send(...given);
      underWay.add(sending);
      return sending.finally(() => underWay.delete(sending));
    },
    async settled() {
      while (underWay.size > 0) await Promise.all(underWay);
    },
  };
}
