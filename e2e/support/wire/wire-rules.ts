import { createExactTextRules } from './exact-text-rules.ts';

/**
 * A SIP message in the log of `GET /test/sip/wire`, which must begin before the first message that matters.
 * This file judges the log by RFC 3261 with a parser of its own, so that the code under test does not judge
 * itself.
 */
export type WireMessage = {
  /** Seen from the server. */
  readonly direction: 'in' | 'out';
  readonly flow: number;
  /** Milliseconds since the epoch. */
  readonly at: number;
  readonly text: string;
};

type Fields = ReadonlyMap<string, readonly string[]>;
type Message = WireMessage & {
  readonly method: string;
  /** Status of a response. */
  readonly status: number | undefined;
  readonly uri: string;
  readonly fields: Fields;
  readonly body: string;
  readonly branch: string;
  readonly cseq: number;
};
/** A request with its answers, as seen on one flow. */
type Transaction = { readonly request: Message; readonly responses: Message[]; readonly acks: Message[] };

/** An ACK that takes longer than this counts as missing; this is enough for a slow machine. */
const ACK_WITHIN_MS = 5000;

const compactNames: Readonly<Record<string, string>> = {
  v: 'via',
  f: 'from',
  t: 'to',
  i: 'call-id',
  m: 'contact',
  l: 'content-length',
  c: 'content-type',
};
const single = ['from', 'to', 'call-id', 'cseq'];
/** Requests that are possible only inside a dialog (RFC 3261 §12.2, RFC 3262, RFC 3311, RFC 6086). */
const inDialogOnly = ['ACK', 'BYE', 'INFO', 'PRACK', 'UPDATE'];

const one = ({ fields }: { fields: Fields }, name: string): string => fields.get(name)?.[0] ?? '';
const tagOf = (value: string): string | undefined => /;\s*tag=([^;\s>]+)\s*(?:;|$)/i.exec(value)?.[1];
const branchOf = (via: string): string => /;\s*branch=([^;,\s]+)/i.exec(via)?.[1] ?? '';
/** A Via without what the next hop may add to it (§18.2.1, RFC 3581). */
const viaCore = (via: string): string => via.replaceAll(/\s*;\s*(?:received|rport)(?:=[^;]*)?/gi, '').trim();
const isInviteRefusal = ({ method, status = 0 }: Message): boolean => method === 'INVITE' && status >= 300;

/** Values of one line: Via and Contact may contain several (§7.3.1). */
function valuesOf(name: string, value: string): string[] {
  if (name !== 'via' && name !== 'contact') return [value];
  return value.split(/,(?=(?:[^"]*"[^"]*")*[^"]*$)/).map((each) => each.trim());
}

function read(wire: WireMessage): Message | undefined {
  const end = wire.text.indexOf('\r\n\r\n');
  const [start = '', ...lines] = wire.text
    .slice(0, end)
    .replaceAll(/\r\n[ \t]+/g, ' ')
    .split('\r\n');
  const status = /^SIP\/2\.0 ([1-6]\d\d) /.exec(start)?.[1];
  const [, method, uri] = /^([A-Z]+) (\S+) SIP\/2\.0$/.exec(start) ?? [];
  if (end < 0 || (status === undefined && method === undefined)) return undefined;
  const fields = new Map<string, string[]>();
  for (const line of lines) {
    const [, written, value] = /^([^\s:]+)\s*:\s*(.*)$/.exec(line) ?? [];
    if (written === undefined || value === undefined) return undefined;
    const name = compactNames[written.toLowerCase()] ?? written.toLowerCase();
    fields.set(name, [...(fields.get(name) ?? []), ...valuesOf(name, value)]);
  }
  const [, cseq, cseqMethod] = /^(\d+)\s+(\S+)$/.exec(one({ fields }, 'cseq')) ?? [];
  return {
    ...wire,
    method: method ?? cseqMethod ?? '',
    status: status === undefined ? undefined : Number(status),
    uri: uri ?? '',
    fields,
    body: wire.text.slice(end + 4),
    branch: branchOf(one({ fields }, 'via')),
    cseq: cseq === undefined ? Number.NaN : Number(cseq),
  };
}

/** The faults of a message that do not depend on other messages. */
function faultsOf(message: Message): string[] {
  const { method, status, fields, body, branch, cseq } = message;
  const faults: string[] = [];
  const expect = (isMet: boolean, rule: string): void => void (isMet || faults.push(rule));
  for (const name of single) expect(fields.get(name)?.length === 1, `§8.1.1 one ${name}`);
  expect(fields.has('via'), '§8.1.1.7 a Via');
  expect(branch.startsWith('z9hG4bK') && branch.length > 7, '§8.1.1.7 a branch with the magic cookie');
  expect(/^SIP\s*\/\s*2\.0\s*\/\s*WSS?\s/i.test(one(message, 'via')), 'RFC 7118 §5.2 Via says WS or WSS');
  expect(cseq >= 0 && cseq < 2 ** 31, '§8.1.1.5 a CSeq number below 2^31');
  expect(tagOf(one(message, 'from')) !== undefined, '§8.1.1.3 a From tag');
  expect(
    fields.get('content-length')?.join() === String(Buffer.byteLength(body)),
    '§20.14 an exact Content-Length',
  );
  expect(body === '' || fields.has('content-type'), '§20.15 a Content-Type for a body');
  const to = tagOf(one(message, 'to'));
  const contacts = fields.get('contact')?.length ?? 0;
  if (status === undefined) {
    const hops = fields.get('max-forwards') ?? [];
    expect(
      hops.length === 1 && /^\d{1,3}$/.test(hops[0] ?? '') && Number(hops[0]) <= 255,
      '§8.1.1.6 Max-Forwards',
    );
    expect(one(message, 'cseq').endsWith(` ${method}`), '§8.1.1.5 the method in CSeq');
    expect(!inDialogOnly.includes(method) || to !== undefined, '§12.2.1.1 a To tag inside a dialog');
    expect(method !== 'REGISTER' || to === undefined, '§10.2 no To tag in REGISTER');
    if (method === 'INVITE' || method === 'UPDATE') expect(contacts === 1, '§12.1.2 one Contact');
  } else {
    expect(status === 100 || to !== undefined, '§8.2.6.2 a To tag in every answer but 100');
    // A 2xx to INVITE begins a dialog; an answer from 101 to 199 begins an early one.
    if (method === 'INVITE' && status > 100 && status < 300) expect(contacts === 1, '§12.1.1 one Contact');
  }
  return faults;
}

/** Rules between the messages of one flow, in both directions. */
function createFlowRules() {
  /**
   * Transactions by the direction and the branch of their request. CANCEL has its own (§9.1); an ACK belongs
   * to that of the INVITE.
   */
  const transactions = new Map<string, Transaction>();
  /** The highest CSeq number for each direction, Call-ID and From tag. */
  const lastNumbers = new Map<string, number>();
  const keyOf = (direction: string, branch: string, method: string): string =>
    `${direction} ${branch}${method === 'CANCEL' ? ' CANCEL' : ''}`;

  /** The names of the parts in which a CANCEL, or the ACK of a refusal, differs from its INVITE. */
  function differences(message: Message, invite: Message, names: readonly string[]): string[] {
    const different = names.filter((name) => one(message, name) !== one(invite, name));
    if (message.uri !== invite.uri) different.push('Request-URI');
    if (message.cseq !== invite.cseq) different.push('CSeq number');
    if (message.fields.get('via')?.length !== 1) different.push('single Via');
    return different;
  }

  function cancelFaults(cancel: Message): string[] {
    const invite = transactions.get(keyOf(cancel.direction, cancel.branch, 'INVITE'));
    if (invite?.request.method !== 'INVITE') return ['§9.1 an INVITE that CANCEL belongs to'];
    const faults = differences(cancel, invite.request, ['from', 'to', 'call-id', 'via']).map(
      (what) => `§9.1 the ${what} of the INVITE in CANCEL`,
    );
    return invite.responses.length > 0 ? faults : [...faults, '§9.1 no CANCEL before a provisional answer'];
  }

  function ackFaults(ack: Message): string[] {
    const sameBranch = transactions.get(keyOf(ack.direction, ack.branch, 'INVITE'));
    if (sameBranch !== undefined) {
      sameBranch.acks.push(ack);
      const refusal = sameBranch.responses.find(isInviteRefusal);
      if (refusal === undefined) return ['§17.1.1.3 a refusal that this ACK acknowledges'];
      const different = differences(ack, sameBranch.request, ['from', 'call-id']);
      if (one(ack, 'to') !== one(refusal, 'to')) different.push('To');
      return different.map((what) => `§17.1.1.3 the right ${what} in ACK`);
    }
    const answered = [...transactions.values()].find(
      ({ request, responses }) =>
        request.method === 'INVITE' &&
        request.direction === ack.direction &&
        request.cseq === ack.cseq &&
        one(request, 'call-id') === one(ack, 'call-id') &&
        responses.some(
          (response) => isSuccess(response) && tagOf(one(response, 'to')) === tagOf(one(ack, 'to')),
        ),
    );
    answered?.acks.push(ack);
    return answered === undefined ? ['§13.2.2.4 an accepted INVITE that this ACK acknowledges'] : [];
  }

  function numberFaults(request: Message): string[] {
    const key = [request.direction, one(request, 'call-id'), tagOf(one(request, 'from'))].join(' ');
    const last = lastNumbers.get(key);
    lastNumbers.set(key, Math.max(last ?? 0, request.cseq));
    return last !== undefined && request.cseq <= last ? ['§12.2.1.1 a CSeq number above the last'] : [];
  }

  function requestFaults(request: Message): string[] {
    if (request.method === 'ACK') return ackFaults(request);
    const key = keyOf(request.direction, request.branch, request.method);
    const known = transactions.get(key);
    // An identical message is a retransmission.
    if (known !== undefined)
      return known.request.text === request.text ? [] : ['§8.1.1.7 a branch of its own'];
    const faults = request.method === 'CANCEL' ? cancelFaults(request) : numberFaults(request);
    transactions.set(key, { request, responses: [], acks: [] });
    return faults;
  }

  function responseFaults(response: Message): string[] {
    const asked = response.direction === 'in' ? 'out' : 'in';
    const transaction = transactions.get(keyOf(asked, response.branch, response.method));
    if (transaction?.request.method !== response.method) return ['§17.1.3 a request that is answered'];
    const { request, responses } = transaction;
    responses.push(response);
    const faults = ['from', 'call-id', 'cseq']
      .filter((name) => one(response, name) !== one(request, name))
      .map((name) => `§8.2.6.2 the ${name} of the request`);
    const toTag = tagOf(one(request, 'to'));
    if (toTag !== undefined && toTag !== tagOf(one(response, 'to')))
      faults.push('§8.2.6.2 the To tag of the request');
    const vias = (message: Message): string => (message.fields.get('via') ?? []).map(viaCore).join();
    if (vias(response) !== vias(request)) faults.push('§8.2.6.2 every Via of the request, in order');
    return faults;
  }

  return {
    faults: (message: Message): string[] =>
      message.status === undefined ? requestFaults(message) : responseFaults(message),
    /**
     * Final answers to INVITE that got no ACK, although their receiver has sent a message after the time for
     * the ACK.
     */
    unacknowledged: (messages: readonly Message[]): Message[] =>
      [...transactions.values()].flatMap(({ request, responses, acks }) => {
        const final = responses.find(({ method, status = 0 }) => method === 'INVITE' && status >= 200);
        if (final === undefined || acks.length > 0) return [];
        const isAlive = messages.some(
          ({ direction, at }) => direction === request.direction && at > final.at + ACK_WITHIN_MS,
        );
        return isAlive ? [final] : [];
      }),
  };
}

const isSuccess = ({ status = 0 }: Message): boolean => status >= 200 && status < 300;

/** Every breach of the rules in the order of the log, as `3 out INVITE: §…`; a journey expects none. */
export function wireFaults(log: readonly WireMessage[]): string[] {
  const faults: string[] = [];
  const flows = new Map<number, { rules: ReturnType<typeof createFlowRules>; messages: Message[] }>();
  const exactText = createExactTextRules();
  const name = ({ flow, direction, method, status }: Message): string =>
    `${flow} ${direction} ${status === undefined ? '' : `${status} to `}${method}`;
  for (const wire of log) {
    const message = read(wire);
    if (message === undefined) {
      faults.push(`${wire.flow} ${wire.direction}: §7 no SIP message: ${wire.text.split('\r\n')[0]}`);
      continue;
    }
    const flow = flows.get(wire.flow) ?? { rules: createFlowRules(), messages: [] };
    flows.set(wire.flow, flow);
    flow.messages.push(message);
    const { method, status, cseq, body } = message;
    const counted = exactText.faults({ method, status, callId: one(message, 'call-id'), cseq, body });
    for (const fault of [...faultsOf(message), ...flow.rules.faults(message), ...counted])
      faults.push(`${name(message)}: ${fault}`);
  }
  for (const { rules, messages } of flows.values())
    for (const message of rules.unacknowledged(messages))
      faults.push(`${name(message)}: §13.2.2.4 §17.1.1.3 an ACK for every final answer`);
  return faults;
}
