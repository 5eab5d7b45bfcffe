import * as z from 'zod/mini';
import { LANGUAGES } from '../site/languages.ts';

const base64url = (shortest: number, longest: number) =>
  z.string().check(z.regex(new RegExp(`^[\\w-]{${shortest},${longest}}$`), 'must be base64url'));

/** The answer of `GET push/key`: the public key of the server's VAPID key pair (RFC 8292), as base64url. */
export const pushKeyAnswerSchema = z.object({ key: base64url(87, 87) });

/**
 * The body of `PUT push/subscription`: where and how one device gets its pushes (RFC 8030, RFC 8291). A device that
 * subscribes again replaces its subscription.
 */
export const pushSubscriptionSchema = z.object({
  /** The address at the push service of the browser's maker; the server refuses addresses of other hosts. */
  endpoint: z.string().check(z.maxLength(1000), z.regex(/^https?:\/\//, 'must begin with https://')),
  keys: z.object({
    /** The browser's public key on P-256, uncompressed. */
    p256dh: base64url(87, 87),
    auth: base64url(22, 22),
  }),
  /** The `+sip.instance` of the device, a UUID: a device that is registered is called, not pushed. */
  instance: z.uuid(),
  /**
   * Whether the device logs in by itself: then the subscription outlives the session, until the user logs out.
   */
  staysLoggedIn: z.boolean(),
  /** The language of the words that are pushed. */
  language: z.enum(LANGUAGES),
});
export type PushSubscriptionBody = z.infer<typeof pushSubscriptionSchema>;

/** The query of `DELETE push/subscription`, beside the token: the device that is not pushed any more. */
export const pushedDeviceSchema = z.object({ instance: z.uuid() });

/** The body of `POST push/calls/ringing` and `POST push/calls/reject`: the `secret` of a pushed call. */
export const pushedCallActionSchema = z.object({ secret: base64url(22, 64) });

/**
 * What is pushed, encrypted for the browser (RFC 8291), as JSON. The words are in the subscription's language, because
 * a service worker has no catalogue.
 */
export const pushedSchema = z.discriminatedUnion('type', [
  z.object({
    /** Someone calls. */
    type: z.literal('call'),
    /** `historyIdOf('incoming', …)` of the call's Call-ID, by which a page recognises the INVITE. */
    id: z.string(),
    /** Lets the service worker say that the device rings, and reject the call, without a login. */
    secret: z.string(),
    title: z.string(),
    body: z.string(),
    /** The title if the call is over when this arrives (D117). */
    missed: z.string(),
    /** Labels of the buttons of the notification. */
    actions: z.object({ answer: z.string(), answerWithText: z.string(), reject: z.string() }),
    /** The title when the user has rejected the call and the server could not be told. */
    notRejected: z.string(),
    /** When the caller gives up, in milliseconds since 1970. */
    until: z.number(),
  }),
  z.object({
    /** A pushed call is over on this device: the notification is replaced by what became of the call. */
    type: z.literal('callEnded'),
    id: z.string(),
    title: z.string(),
    body: z.string(),
    /** Whether the user has missed the call; else it was answered or rejected on another device. */
    isMissed: z.boolean(),
  }),
  z.object({
    /** A message lies in the mailbox. */
    type: z.literal('message'),
    id: z.string(),
    title: z.string(),
    body: z.string(),
  }),
]);
export type Pushed = z.infer<typeof pushedSchema>;
