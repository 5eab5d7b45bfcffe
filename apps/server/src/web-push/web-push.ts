import type { Account } from '../domain/accounts/account.ts';
import type { Questions } from '../domain/coordination/questions.ts';
import type { CallerNames } from '../names/caller-names.ts';
import type { Repositories } from '../storage/repositories/repositories.ts';
import { type CallPushes, type CallPushesOptions, createCallPushes } from './call-pushes.ts';
import { createMessagePushes, type PushMessage } from './message-pushes.ts';
import type { PostPush } from './post-push.ts';
import { createPushSender, type PushSenderOptions } from './push-sender.ts';
import { createEndpointCheck } from './push-services.ts';
import { createPushedAccounts, type PushedAccounts } from './pushed-accounts.ts';

/** Web push: calls and messages reach devices whose page is closed, frozen or discarded (decision D78). */
export type WebPush = Pick<CallPushes, 'pushCall'> & {
  /** The device with this secret shows its call. @returns false when there is no such call any more */
  ringing(secret: string): Promise<boolean>;
  /** The user of the device with this secret rejects the call on all devices. */
  reject(secret: string): Promise<boolean>;
  /** To be called when subscriptions may have ended: calls do not wait for their devices any more. Never rejects. */
  review(): Promise<void>;
  /** The public key that browsers subscribe with, as base64url. */
  readonly publicKey: string;
  /** Whether devices of this account may subscribe. */
  isAllowed(account: Account): Promise<boolean>;
  /** Whether this server sends to the endpoint. */
  isPushService(endpoint: string): boolean;
  readonly pushMessage: PushMessage;
  /** Is fulfilled when no push is on its way. */
  settled(): Promise<void>;
};

type Options = Pick<CallPushesOptions, 'rejected' | 'createSecret' | 'hashToken' | 'now' | 'elapsedMs'> &
  Pick<PushSenderOptions, 'keys' | 'contact'> & {
    readonly repositories: Pick<
      Repositories,
      'accounts' | 'organisations' | 'pushSubscriptions' | 'revocations'
    >;
    /** Asks the server process in which pushed calls ring. */
    readonly questions: Questions;
    readonly brand: Parameters<typeof createPushedAccounts>[0]['brand'];
    readonly nameOf: CallerNames;
    /** Origins to which this server sends besides those of the known push services. */
    readonly pushServices: readonly string[];
    readonly post: PostPush;
    readonly log: CallPushesOptions['log'] & PushSenderOptions['log'];
  };

export function createWebPush(options: Options): WebPush {
  const { repositories, keys, pushServices } = options;
  const accounts: PushedAccounts = createPushedAccounts(options);
  const subscriptions = repositories.pushSubscriptions;
  const isPushService = createEndpointCheck(pushServices);
  const sender = createPushSender({ ...options, isPushService, subscriptions });
  const calls = createCallPushes({ ...options, accounts, subscriptions, sender });
  const { questions, hashToken, log } = options;
  questions.answer({
    pushedCallRinging: calls.ringing,
    pushedCallRejected: calls.reject,
    async pushedDevicesReviewed() {
      await calls.review();
      return true;
    },
  });
  async function review(): Promise<void> {
    await questions
      .ask('pushedDevicesReviewed', '')
      .catch((error: unknown) => log.error({ event: 'call_push_failed', err: error }));
  }
  repositories.revocations.subscribe(() => void review());
  return {
    pushCall: calls.pushCall,
    ringing: (secret) => questions.ask('pushedCallRinging', hashToken(secret)),
    reject: (secret) => questions.ask('pushedCallRejected', hashToken(secret)),
    review,
    publicKey: keys.publicKey,
    isAllowed: accounts.isAllowed,
    isPushService,
    pushMessage: createMessagePushes({ ...options, accounts, sender }),
    async settled() {
      await calls.settled();
      await sender.settled();
    },
  };
}
