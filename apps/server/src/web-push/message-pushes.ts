import type { EventLog } from '../domain/event-log.ts';
import { createKeyedRateLimit } from '../domain/limits/keyed-rate-limit.ts';
import { WEB_PUSH_LIMITS } from '../domain/limits/limits.ts';
import type { StoredMessage } from '../mailbox/message-store.ts';
import type { CallerNames } from '../names/caller-names.ts';
import type { PushSender } from './push-sender.ts';
import type { PushedAccounts } from './pushed-accounts.ts';
import { messageWords } from './pushed-words.ts';

/** Whether the device with this instance is registered for the address, and so learns of changes by itself. */
export type IsRegistered = (address: string, instance: string) => boolean;

/** Tells devices without an open page that a message has arrived. */
export type PushMessage = (message: StoredMessage, isRegistered: IsRegistered) => void;

type Options = {
  readonly accounts: Pick<PushedAccounts, 'findByAddress'>;
  readonly sender: Pick<PushSender, 'send'>;
  readonly nameOf: CallerNames;
  readonly createSecret: () => string;
  readonly now: () => number;
  readonly elapsedMs: () => number;
  readonly log: Pick<EventLog, 'error'>;
};

export function createMessagePushes(options: Options): PushMessage {
  const { accounts, sender, nameOf, createSecret, now, elapsedMs, log } = options;
  const isWithinRate = createKeyedRateLimit(WEB_PUSH_LIMITS.messagesToOne, elapsedMs);

  async function push(message: StoredMessage, isRegistered: IsRegistered): Promise<void> {
    const { callee, caller, messageNumber } = message;
    const found = await accounts.findByAddress(callee);
    const closed = (found?.devices ?? []).filter(({ instance }) => !isRegistered(callee, instance));
    if (found === undefined || closed.length === 0 || !isWithinRate(callee)) return;
    const name = await nameOf(found.account, caller);
    const topic = createSecret();
    const until = now() + WEB_PUSH_LIMITS.keptSeconds * 1000;
    for (const device of closed) {
      const words = messageWords(messageNumber, { language: device.language, name });
      void sender.send(found.account.id, device, words, { until, isUrgent: false, topic });
    }
  }

  return (message, isRegistered) =>
    void push(message, isRegistered).catch((error: unknown) =>
      log.error({ event: 'message_not_pushed', err: error }),
    );
}
