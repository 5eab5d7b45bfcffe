import { ANONYMOUS_PREFIX } from '../domain/accounts/anonymous-caller.ts';
import { type EventLog, loggedCallId } from '../domain/event-log.ts';
import { createKeyedRateLimit } from '../domain/limits/keyed-rate-limit.ts';
import { WEB_PUSH_LIMITS } from '../domain/limits/limits.ts';
import type { IncomingCall } from '../domain/people/incoming-call.ts';
import type {
  CallToPush,
  PushCall,
  PushedCallEvents,
  PushedCallOutcome,
} from '../domain/people/pushed-call.ts';
import type { CallerNames } from '../names/caller-names.ts';
import type { PushSubscription, PushSubscriptionRepository } from '../storage/repositories/repositories.ts';
import type { PushSender } from './push-sender.ts';
import type { PushedAccount, PushedAccounts } from './pushed-accounts.ts';
import { callEndedWords, callWords } from './pushed-words.ts';

export type CallPushes = {
  readonly pushCall: PushCall;
  /** The device with the secret of this hash shows its call. @returns false when there is no such call any more */
  readonly ringing: (key: string) => Promise<boolean>;
  /** The user of the device with the secret of this hash rejects the call on all devices. */
  readonly reject: (key: string) => Promise<boolean>;
  /**
   * Tells the calls that ring which pushed devices are subscribed no more. To be called when subscriptions may
   * have ended; never rejects.
   */
  review(): Promise<void>;
  /** Is fulfilled when the pushes of all ended calls have been handed to the sender. */
  settled(): Promise<void>;
};

export type CallPushesOptions = {
  readonly accounts: Pick<PushedAccounts, 'findByAddress'>;
  readonly subscriptions: Pick<PushSubscriptionRepository, 'find' | 'existing'>;
  readonly sender: Pick<PushSender, 'send'>;
  readonly nameOf: CallerNames;
  /** Stores a call that the user has rejected without a page. */
  readonly rejected: (call: IncomingCall) => Promise<void>;
  /** 128 random bits. */
  readonly createSecret: () => string;
  readonly hashToken: (token: string) => string;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  readonly elapsedMs: () => number;
  readonly log: Pick<EventLog, 'warn' | 'error'>;
};

/** The callee of a pushed call, with the name under which the callee knows the caller. */
type Callee = PushedAccount & { readonly name: string };

/** What a secret stands for: one device in one call. */
type Pushing = {
  readonly device: PushSubscription;
  readonly call: CallToPush;
  readonly events: PushedCallEvents;
  /** Notes that the device itself has ended the call. */
  readonly endedHere: () => void;
};

/** Pushes calls to devices, and takes what these tell about them (decision D78). */
export function createCallPushes(options: CallPushesOptions): CallPushes {
  const { accounts, subscriptions, sender, nameOf, createSecret, hashToken, now, log } = options;
  /** By the hash of the secret, so that the time of a lookup tells nothing about a secret. */
  const pushings = new Map<string, Pushing>();
  const isWithinRate = createCallRates(options.elapsedMs);
  const ending = new Set<Promise<void>>();

  async function findCallee(call: CallToPush): Promise<Callee | undefined> {
    try {
      const found = await accounts.findByAddress(call.callee);
      if (found === undefined || found.devices.length === 0) return undefined;
      return { ...found, name: await nameOf(found.account, call.caller) };
    } catch (error) {
      log.error({ event: 'call_push_failed', err: error, callId: loggedCallId(call.callId) });
      return undefined;
    }
  }

  const pushCall: PushCall = (call, events) => {
    const callee = findCallee(call);
    // Random, and not the Call-ID: the push service must not learn which call it is, nor the caller the topic.
    const topic = createSecret();
    const secrets: string[] = [];
    /** Each pushed device with whether its push service accepts the push. */
    const pushed = new Map<PushSubscription, Promise<boolean>>();
    const endedHere = new Set<string>();
    let isOver = false;
    let isAllowed: boolean | undefined;

    function pushTo(device: PushSubscription, { account, name }: Callee): Promise<boolean> {
      const secret = createSecret();
      const key = hashToken(secret);
      secrets.push(key);
      const note = () => void endedHere.add(device.instance);
      pushings.set(key, { device, call, events, endedHere: note });
      const words = callWords(call, secret, { language: device.language, name });
      const delivery = { until: call.until, isUrgent: true, topic, isWanted: () => !isOver };
      return sender.send(account.id, device, words, delivery);
    }

    async function end(outcome: PushedCallOutcome, reached: ReadonlySet<string>): Promise<void> {
      const found = await callee;
      if (found === undefined) return;
      const { account, name } = found;
      const keptSeconds = outcome === 'missed' ? WEB_PUSH_LIMITS.keptSeconds : WEB_PUSH_LIMITS.endKeptSeconds;
      const until = now() + keptSeconds * 1000;
      const others = [...pushed].filter(
        ([{ instance }]) => !reached.has(instance) && !endedHere.has(instance),
      );
      await Promise.all(
        others.map(async ([device, accepted]) => {
          if (!(await accepted)) return;
          const words = callEndedWords(call, outcome, { language: device.language, name });
          void sender.send(account.id, device, words, { until, isUrgent: true, topic });
        }),
      );
    }

    return {
      async push(isWanted) {
        const found = await callee;
        if (isOver || found === undefined) return [];
        const wanted = found.devices.filter(({ instance }) => isWanted(instance));
        if (wanted.length === 0) return [];
        isAllowed ??= isWithinRate(call);
        if (!isAllowed) {
          log.warn({
            event: 'call_not_pushed',
            callee: found.account.username,
            reason: 'too many calls',
            callId: loggedCallId(call.callId),
          });
          return [];
        }
        const accepted = await Promise.all(
          wanted.map((device) => {
            const pushing = pushed.get(device) ?? pushTo(device, found);
            pushed.set(device, pushing);
            return pushing;
          }),
        );
        return wanted.filter((_, index) => accepted[index]).map(({ instance }) => instance);
      },
      end(outcome, reached) {
        isOver = true;
        for (const key of secrets) pushings.delete(key);
        const done = end(outcome, reached);
        ending.add(done);
        void done.finally(() => ending.delete(done));
      },
    };
  };

  /** The call for which a device has the secret of this hash, unless the device has logged out meanwhile. */
  async function find(key: string): Promise<Pushing | undefined> {
    const pushing = pushings.get(key);
    if (pushing === undefined || (await subscriptions.find(pushing.device.id)) === undefined)
      return undefined;
    return pushings.get(key);
  }

  async function tellWhoLeft(): Promise<void> {
    const ringing = [...pushings.values()];
    const there = await subscriptions.existing(ringing.map(({ device }) => device.id));
    for (const { device, events } of ringing) if (!there.has(device.id)) events.left(device.instance);
  }
  const review = oneAtATime(tellWhoLeft, (error) => log.error({ event: 'call_push_failed', err: error }));

  return {
    pushCall,
    review,
    async ringing(key) {
      const pushing = await find(key);
      pushing?.events.rang();
      return pushing !== undefined;
    },
    async reject(key) {
      const pushing = await find(key);
      if (pushing === undefined) return false;
      pushing.endedHere();
      if (!pushing.events.rejected()) return false;
      await options.rejected(pushing.call);
      return true;
    },
    settled: async () => void (await Promise.all(ending)),
  };
}

/**
 * Runs `work` again when it is asked for while it runs, so that any number of requests cause two runs.
 * @returns a function that resolves when nothing is left to do, and never rejects
 */
function oneAtATime(work: () => Promise<void>, failed: (error: unknown) => void): () => Promise<void> {
  let isDue = false;
  let running: Promise<void> | undefined;
  async function run(): Promise<void> {
    while (isDue) {
      isDue = false;
      await work().catch(failed);
    }
    running = undefined;
  }
  return () => {
    isDue = true;
    running ??= run();
    return running;
  };
}

/** Limits how many calls are pushed, so that a caller cannot make this server push without end. */
function createCallRates(elapsedMs: () => number): (call: IncomingCall) => boolean {
  const ofCaller = createKeyedRateLimit(WEB_PUSH_LIMITS.callsOfCaller, elapsedMs);
  const ofAnonymous = createKeyedRateLimit(WEB_PUSH_LIMITS.callsOfAnonymous, elapsedMs);
  const toOne = createKeyedRateLimit(WEB_PUSH_LIMITS.callsToOne, elapsedMs);
  return ({ caller, callee }) =>
    ofCaller(`${caller.address} ${callee}`) &&
    (!caller.address.startsWith(ANONYMOUS_PREFIX) || ofAnonymous(callee)) &&
    toOne(callee);
}
