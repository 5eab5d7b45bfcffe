/** The sign of a service that has no picture; the names are those of icons. */
export type ServiceSign = 'warning' | 'repeat' | 'dialpad' | 'envelope' | 'phone' | 'headset';

const emergency = /^(112|911|999|000|110|113|117|118|119|190|1771|sos)$/;

/** The user parts of addresses that server agents have (decision D28), and words of other services' names. */
const signs: readonly (readonly [RegExp, ServiceSign])[] = [
  [/^echo\b/, 'repeat'],
  [/^ivr\b/, 'dialpad'],
  [/^(mailbox|voicemail)\b/, 'envelope'],
  [/^(help|support|desk|relay|info)/, 'headset'],
];

/** The sign for a service at `address`. */
export function serviceSign(address: string): ServiceSign {
  const user =
    address
      .replace(/^sips?:/i, '')
      .split('@', 1)[0]
      ?.toLowerCase() ?? '';
  if (emergency.test(user)) return 'warning';
  return signs.find(([pattern]) => pattern.test(user))?.[1] ?? 'phone';
}
