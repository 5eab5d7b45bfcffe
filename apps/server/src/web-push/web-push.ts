import type { Account } from '../domain/accounts/account.ts';
import type { CallerNames } from '../names/caller-names.ts';
import type { Repositories } from '../storage/repositories/repositories.ts';
import { type CallPushes, type CallPushesOptions, createCallPushes } from './call-pushes.ts';
import { createMessagePushes, type PushMessage } from './message-pushes.ts';
import type { PostPush } from './post-push.ts';
import { createPushSender, type PushSenderOptions } from './push-sender.ts';
import { createEndpointCheck } from './push-services.ts';
import { createPushedAccounts, type PushedAccounts } from './pushed-accounts.ts';

/** Web push: calls and messages reach devices whose page is closed, frozen or discarded (decision D78). */
export type WebPush = Pick<CallPushes, 'pushCall' | 'ringing' | 'reject' | 'review'> & {
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
  repositories.revocations.subscribe(() => void calls.review());
  return {
    ...calls,
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
