/** What these rules need of a SIP message. */
type Sip = {
  readonly method: string;
  /** Status of a response. */
  readonly status: number | undefined;
  readonly callId: string;
  readonly cseq: number;
  readonly body: string;
};

type Call = {
  /** By the CSeq number of the INVITE: whether its offer says that text is counted. */
  readonly offers: Map<number, boolean>;
  isExact: boolean | undefined;
};

const FRAME = /^\u0098P(\d{1,12});(\d{1,12});(\d{1,12})\??\u009C/;
const COUNTED = /^a=rtt-exact:1(?: continued)?\r?$/m;

/**
 * Judges text that both ends count (decision D82, ADR 26): an answer accepts only what was offered, and in calls that
 * count, and in no other, each MESSAGE is a frame that begins with the first text that is not confirmed yet.
 */
export function createExactTextRules() {
  const calls = new Map<string, Call>();

  function responseFaults(call: Call, { method, status = 0, cseq, body }: Sip): string[] {
    if (method !== 'INVITE' || status < 200 || status >= 300) return [];
    const isOffered = call.offers.get(cseq);
    const isCounted = COUNTED.test(body);
    call.isExact ??= isOffered === true && isCounted;
    return isCounted && isOffered === false
      ? ['D82 a=rtt-exact only in the answer to an offer that has it']
      : [];
  }

  function messageFaults(call: Call, { body }: Sip): string[] {
    // The log does not have the beginning of the call.
    if (call.isExact === undefined) return [];
    const [head, position, kept] = FRAME.exec(body) ?? [];
    if (!call.isExact) return head === undefined ? [] : ['D82 no frame in a call that does not count text'];
    if (head === undefined) return ['D82 a frame in each MESSAGE of a call that counts text'];
    return position === kept ? [] : ['D82 a MESSAGE that begins with the first text that is not confirmed'];
  }

  return {
    faults(message: Sip): string[] {
      const { method, status, callId, cseq, body } = message;
      const call = calls.get(callId) ?? { offers: new Map(), isExact: undefined };
      calls.set(callId, call);
      if (status !== undefined) return responseFaults(call, message);
      if (method === 'MESSAGE') return messageFaults(call, message);
      // Both directions of a call pass the server: an INVITE and its copy have the same offer.
      if (method === 'INVITE' && body !== '') call.offers.set(cseq, COUNTED.test(body));
      return [];
    },
  };
}
