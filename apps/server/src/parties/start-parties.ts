import { createHash, randomBytes } from 'node:crypto';
import type { Clock, Hash } from '@samtal/sip';
import { AGENT_LIMITS } from '../domain/limits.ts';
import { createAnswering } from './answering.ts';
import type { AdmitCall } from './call-admission.ts';
import { createMailboxAdmission, createServiceAdmission } from './call-admission.ts';
import type { MediaThreads } from './media/media-threads.ts';
import { createMediaThreads } from './media/media-threads.ts';
import type { CreateParty, Line, Party } from './party.ts';
import type { Connect, MessageStore, PartyLog } from './ports.ts';
import { echo } from './services/echo.ts';
import type { PositionBook } from './services/emergency.ts';
import { createEmergency, createPositionBook } from './services/emergency.ts';
import { ivr } from './services/ivr.ts';
import { createMailbox } from './services/mailbox.ts';
import { createNoAnswer, refusingWith } from './services/refusing.ts';
import { createSipUserAgent } from './sip-user-agent.ts';

type PartyName = 'echo' | 'ivr' | 'busy' | 'reject' | 'noanswer' | '112' | 'mailbox';

type PartyAccount = {
  /** User part of its address, and digest username. */
  readonly username: string;
  readonly password: string;
  readonly party: PartyName;
};

/** Limits that the operator can set. */
export type AgentLimits = {
  /** Simultaneous calls of the mailbox, and minutes per caller and hour. */
  readonly mailboxCalls: number;
  readonly mailboxMinutes: number;
  /** Simultaneous calls of all agents together with sound, video or a data channel. */
  readonly mediaCalls: number;
};

export type PartiesOptions = {
  /** `ws:` or `wss:` address of the SIP server, embedded or external. */
  readonly sipUri: string;
  readonly domain: string;
  readonly accounts: readonly PartyAccount[];
  readonly clock: Clock;
  readonly log: PartyLog;
  readonly connect: Connect;
  /** Stores the positions that callers of `112` send. */
  readonly positions?: PositionBook;
  /** Stores the messages of the mailbox; absent = no mailbox is started. */
  readonly messages?: MessageStore;
  readonly limits: AgentLimits;
};

export type RunningParties = {
  /** Fulfilled when all agents have registered or been closed; an agent that cannot register keeps trying. */
  readonly ready: Promise<void>;
  /** Number of current calls with sound, video or a data channel. */
  mediaCalls(): number;
  close(): Promise<void>;
};

const hash: Hash = (algorithm, text) =>
  createHash(algorithm === 'MD5' ? 'md5' : 'sha256')
    .update(text)
    .digest('hex');

const createToken = (): string => randomBytes(9).toString('hex');

type Tools = {
  readonly media: MediaThreads;
  readonly book: PositionBook;
  readonly messages: MessageStore | undefined;
};

function createParties({
  media,
  book,
  messages,
}: Tools): Readonly<Record<PartyName, CreateParty | undefined>> {
  const speak = (
    line: Line,
    service: Party,
    more: { returnsMedia?: boolean; hearsOut?: boolean } = {},
  ): Party =>
    createAnswering({
      line,
      service,
      returnsMedia: false,
      openMedia: (report) => media.open(line.caller.address, report),
      ...more,
    });
  return {
    echo: (line) => speak(line, echo, { returnsMedia: true }),
    ivr: (line) => speak(line, ivr),
    busy: refusingWith(486),
    reject: refusingWith(403),
    noanswer: createNoAnswer,
    112: (line) => speak(line, createEmergency(line, book)),
    mailbox: messages && createMailbox(messages, (line, service) => speak(line, service, { hearsOut: true })),
  };
}

/** Starts the server agents, which answer calls from within this process (decision D28). */
export function startParties({
  accounts,
  messages,
  positions,
  limits,
  ...shared
}: PartiesOptions): RunningParties {
  const media = createMediaThreads({ mostCalls: limits.mediaCalls });
  const admissionOf = (party: PartyName): AdmitCall =>
    party === 'mailbox'
      ? createMailboxAdmission({ calls: limits.mailboxCalls, minutesPerHour: limits.mailboxMinutes }, () =>
          shared.clock.now(),
        )
      : createServiceAdmission(AGENT_LIMITS.calls);
  const parties = createParties({ media, book: positions ?? createPositionBook(), messages });
  const agents = accounts.flatMap(({ username, password, party }) => {
    const createParty = parties[party];
    if (createParty === undefined) return [];
    const admit = admissionOf(party);
    return createSipUserAgent({ ...shared, username, password, createParty, admit, hash, createToken });
  });
  return {
    ready: Promise.all(agents.map(({ ready }) => ready)).then(() => undefined),
    mediaCalls: () => media.count(),
    close: async () => {
      await Promise.all(agents.map((agent) => agent.close()));
      await media.close();
    },
  };
}
