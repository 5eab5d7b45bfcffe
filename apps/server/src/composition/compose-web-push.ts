import type { Brand } from '@samtal/api-contract';
import type { Logger } from 'pino';
import type { Config } from '../config/config.ts';
import { createSecret, hashToken } from '../crypto/secrets.ts';
import type { Questions } from '../domain/coordination/questions.ts';
import { WEB_PUSH_LIMITS } from '../domain/limits/limits.ts';
import type { Meter } from '../domain/meter.ts';
import type { UnansweredCallStore } from '../mailbox/unanswered-call-store.ts';
import { createCallerNames } from '../names/caller-names.ts';
import type { Repositories } from '../storage/repositories/repositories.ts';
import { createPostPush, type PostPush } from '../web-push/post-push.ts';
import { hasEnded } from '../web-push/push-sender.ts';
import { vapidKeysOf } from '../web-push/vapid-keys.ts';
import { createWebPush, type WebPush } from '../web-push/web-push.ts';
import { elapsedMs } from './clock.ts';
import type { Secrets } from './open/open-secrets.ts';

type Parts = {
  readonly config: Config;
  readonly brand: Brand;
  readonly repositories: Repositories;
  readonly secrets: Pick<Secrets, 'vapid'>;
  readonly questions: Questions;
  readonly unansweredCalls: UnansweredCallStore;
  readonly publicUrl: () => string;
  readonly meter: Meter;
  readonly log: Logger;
};

/**
 * The address at which the operators of push services reach this one (RFC 8292 §2.1): the sender of its mails,
 * its website, or the postmaster of its domain. Apple's accepts no address on the own machine.
 */
export function contactOf(
  { mail, sipDomain }: Pick<Config, 'mail' | 'sipDomain'>,
  publicUrl: string,
): string {
  const [sender] = /[^\s<>@]+@[^\s<>@]+/.exec(mail?.from ?? '') ?? [];
  if (sender !== undefined) return `mailto:${sender}`;
  return publicUrl.startsWith('https:') ? publicUrl : `mailto:postmaster@${sipDomain}`;
}

/** Counts the answers of the push services. */
const countPushes =
  (post: PostPush, meter: Pick<Meter, 'pushed'>): PostPush =>
  async (request) => {
    try {
      const status = await post(request);
      if (status < 300) meter.pushed('accepted');
      else meter.pushed(hasEnded(status) ? 'ended' : 'refused');
      return status;
    } catch (error) {
      meter.pushed('failed');
      throw error;
    }
  };

/** Creates web push; undefined with an external SIP server that does not call the agent for it. */
export function composeWebPush(parts: Parts): WebPush | undefined {
  const { config, brand, repositories, secrets, questions, unansweredCalls, publicUrl, meter, log } = parts;
  if (config.sipEngine === 'external' && config.sipWebPush === 'off') return undefined;
  return createWebPush({
    repositories,
    brand,
    keys: vapidKeysOf(secrets.vapid),
    questions,
    contact: () => contactOf(config, publicUrl()),
    pushServices: config.pushServices,
    post: countPushes(createPostPush(WEB_PUSH_LIMITS.answerMs), meter),
    nameOf: createCallerNames({ repositories, brand, sipDomain: config.sipDomain }),
    rejected: (call) => unansweredCalls.rejected(call),
    createSecret,
    hashToken,
    now: Date.now,
    elapsedMs,
    log,
  });
}
