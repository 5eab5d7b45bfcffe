import type { RawFrame, RawPhone } from './raw-phone.ts';
import { branchIn } from './raw-phone.ts';

/** What the attacker of the model has overheard: all messages of all connections, and values in them. */
export type Overheard = {
  readonly frames: string[];
  readonly routes: string[];
  readonly callIds: string[];
  readonly branches: string[];
  readonly froms: string[];
  readonly tos: string[];
  readonly contacts: string[];
};

export const createOverheard = (): Overheard => ({
  frames: [],
  routes: ['<sip:made-up@demo.example;lr>'],
  callIds: ['made-up'],
  branches: ['z9hG4bKmadeup'],
  froms: [],
  tos: [],
  contacts: [],
});

export function overhear(overheard: Overheard, frame: RawFrame): void {
  overheard.frames.push(frame.text);
  overheard.routes.push(...frame.all('record-route'), ...frame.all('route'));
  overheard.callIds.push(frame.get('call-id'));
  overheard.branches.push(...frame.all('via').map(branchIn));
  overheard.froms.push(frame.get('from'));
  overheard.tos.push(frame.get('to'));
  const contact = /<([^>]*)>/.exec(frame.get('contact'))?.[1];
  if (contact !== undefined) overheard.contacts.push(contact);
}

type Pick = <T>(all: readonly T[]) => T;

const METHODS = [
  'INVITE',
  'MESSAGE',
  'BYE',
  'CANCEL',
  'ACK',
  'INFO',
  'OPTIONS',
  'UPDATE',
  'PRACK',
  'REFER',
  'SUBSCRIBE',
  'NOTIFY',
];
const IDENTITIES = ['alice', 'bobby', 'carol', 'mallory', 'echo', '112'].flatMap((name) => [
  `<sip:${name}@demo.example>`,
  `"Emergency" <sip:${name}@demo.example>`,
  `<sips:${name}@DEMO.example:5060>`,
]);
const TAGS = ['', ';tag', ';tag=', ';tag=x', ';tag=alice1', ';tag="x"', ';TAG=x', ';tag=a;tag=b'];
const CLAIMS = [
  'P-Asserted-Identity: <sip:112@demo.example>',
  'p-preferred-identity: <sip:112@demo.example>',
  'Remote-Party-ID: <sip:112@demo.example>',
  'y: x',
  'b: <sip:112@demo.example>',
  'History-Info: <sip:112@demo.example>',
  'Authorization: Digest username="alice", realm="demo.example"',
  'Replaces: x;to-tag=a;from-tag=b',
];

/** Sends one hostile message, chosen at random among kinds that are likely to find a vulnerability. */
export function attack(phone: RawPhone, overheard: Overheard, pick: Pick, random: () => number): void {
  const isLucky = (chance: number): boolean => random() < chance;
  const identity = (): string => `${pick(IDENTITIES)}${pick(TAGS)}`;
  const field = (pool: readonly string[], otherwise: () => string): string =>
    pool.length > 0 && isLucky(0.7) ? pick(pool) : otherwise();

  const forge = (): void =>
    void phone.request(pick(METHODS), {
      uri: field(overheard.contacts, () => `sip:${pick(['alice', 'bobby', 'carol'])}@demo.example`),
      branch: field(overheard.branches, () => `z9hG4bK${Math.floor(random() * 1e9)}`),
      from: isLucky(0.4) ? `<sip:mallory@demo.example>${pick(TAGS)}` : field(overheard.froms, identity),
      to: field(overheard.tos, identity),
      callId: pick(overheard.callIds),
      cseq: 1 + Math.floor(random() * 40),
      cseqMethod: isLucky(0.9) ? undefined : pick(METHODS),
      routes: isLucky(0.8) ? [pick(overheard.routes)] : [],
      more: isLucky(0.3) ? [pick(CLAIMS)] : [],
    });

  /** Sends a frame of another connection again, with random changes. */
  function replay(): void {
    let text = pick(overheard.frames.length > 0 ? overheard.frames : ['']);
    for (const [chance, pattern, value] of [
      [0.4, /^From: .*$/m, () => `From: ${field(overheard.froms, identity)}`],
      [0.3, /^To: .*$/m, () => `To: ${field(overheard.tos, identity)}`],
      [0.2, /^To: (.*?)(;tag=.*)?$/m, () => `To: $1${pick(TAGS)}`],
      [0.2, /^Call-ID: .*$/m, () => `Call-ID: ${pick(overheard.callIds)}`],
      [0.2, /^Route: .*$/m, () => `Route: ${pick(overheard.routes)}`],
      [0.3, /;branch=[^;\r]+/, () => `;branch=${pick(overheard.branches)}`],
      [0.1, /^SIP\/2\.0 \d+/, () => `SIP/2.0 ${pick([180, 200, 401, 407, 486, 603])}`],
      [0.1, /^CSeq: \d+/m, () => `CSeq: ${Math.floor(random() * 40)}`],
      [0.1, /^Via: .*\r\n/m, () => ''],
      [0.1, /^From:/m, () => 'f:'],
      [0.1, /^From: .*$/m, () => `$&\r\n${pick(CLAIMS)}`],
    ] as const)
      if (isLucky(chance)) text = text.replace(pattern, value());
    phone.send(text);
  }

  /** Calls and answers as any user may, so that there are tokens and dialogs to misuse. */
  function takePart(): void {
    const invite = phone.heard.findLast(({ what }) => what === 'INVITE');
    if (invite !== undefined && isLucky(0.6))
      phone.respond(invite, pick([180, 180, 200, 200, 486, 407, 603]), pick(['m', 'm', 'm2', '']));
    else
      phone.request('INVITE', {
        uri: `sip:${pick(['alice', 'bobby', 'carol'])}@demo.example`,
        branch: `z9hG4bKm${Math.floor(random() * 1e9)}`,
        from: `<sip:mallory@demo.example>;tag=m${Math.floor(random() * 1e6)}`,
        to: isLucky(0.8) ? `<sip:${pick(['alice', 'bobby', 'carol'])}@demo.example>` : identity(),
        callId: isLucky(0.7) ? `m${Math.floor(random() * 1e9)}` : pick(overheard.callIds),
        cseq: 1,
      });
  }

  pick([forge, forge, replay, replay, takePart, takePart])();
}
