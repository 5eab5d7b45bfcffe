import type { FakeClock } from '@samtal/test-kit';
import { createFakeClock } from '@samtal/test-kit';
import * as fc from 'fast-check';
import { beforeEach, describe, expect, test } from 'vitest';
import { createAnswering } from './answering.ts';
import type { StackOrder, StackReport } from './media/stack-messages.ts';
import type { AgentEffect, Offer, ServerAgent } from './server-agent.ts';
import { echo } from './services/echo.ts';

const session = { id: '17', version: 3 };
const linesOf = (...lines: readonly string[]): string => [...lines, ''].join('\r\n');
const head = ['v=0', 'o=- 1 1 IN IP4 127.0.0.1', 's=-', 't=0 0'];
const withRtt = (line: string): string => linesOf(...head, line, 'm=audio 9 RTP/AVP 0');
const transport = [
  'a=ice-ufrag:abcd',
  'a=ice-pwd:abcdefghijklmnopqrstuvwx',
  `a=fingerprint:sha-256 ${Array.from({ length: 32 }, () => 'AB').join(':')}`,
  'a=setup:actpass',
];
const channel = [
  'm=application 9 UDP/DTLS/SCTP webrtc-datachannel',
  'a=mid:0',
  ...transport,
  'a=sctp-port:5000',
  'a=dcmap:1 label="t140";subprotocol="t140";ordered=true',
];
const channelOffer = linesOf(...head, 'a=rtt:sip-message', ...channel);
const soundOffer = linesOf(
  ...head,
  'a=group:BUNDLE 0 1',
  'a=rtt:sip-message',
  ...channel,
  'm=audio 9 UDP/TLS/RTP/SAVPF 111',
  'a=mid:1',
  ...transport,
  'a=rtcp-mux',
  'a=sendrecv',
  'a=rtpmap:111 opus/48000/2',
);
const channelOnlyOffer = linesOf(...head, 'a=rtt:none', ...channel);
const stackAnswer = linesOf(
  ...head,
  'a=ice-lite',
  'm=application 9 UDP/DTLS/SCTP webrtc-datachannel',
  'a=mid:0',
);

let clock: FakeClock;
let acted: AgentEffect[];
let orders: StackOrder[];
let closed: number;
let tell: (report: StackReport) => void;

beforeEach(() => {
  [clock, acted, orders, closed] = [createFakeClock(), [], [], 0];
});

type Setup = {
  /** Whether a media stack is available. */
  readonly hasPlace?: boolean;
  readonly awaitsLateText?: boolean;
};

function start({ hasPlace = true, awaitsLateText = false }: Setup = {}): ServerAgent {
  return createAnswering({
    call: {
      clock,
      log: { info: () => undefined, warn: () => undefined },
      callId: 'call-1',
      registered: [],
      caller: { address: 'alice@demo.example', name: undefined },
      divertedFrom: undefined,
      act: (decide) => acted.push(...decide()),
    },
    service: echo,
    returnsMedia: true,
    awaitsLateText,
    openMedia: (report) => {
      tell = report;
      return hasPlace
        ? {
            order: (order) => orders.push(order),
            close: async () => {
              closed += 1;
            },
          }
        : undefined;
    },
  });
}

const invited = (offer: string | undefined, allowsMessage = false): Offer & { type: 'invited' } => ({
  type: 'invited',
  offer,
  position: undefined,
  allowsMessage,
  session,
});
const namesOf = (effects: readonly AgentEffect[]): (string | number)[] =>
  effects.map((effect) => (effect.do === 'refuse' ? effect.status : effect.do));
const saidIn = (effects: readonly AgentEffect[]): string =>
  effects.map((effect) => (effect.do === 'sendText' ? effect.text : '')).join('');

describe('text by MESSAGE', () => {
  test.each([
    {
      name: 'text by MESSAGE',
      offer: withRtt('a=rtt:sip-message'),
      allowsMessage: false,
      does: ['ring', 'answer'],
    },
    { name: 'Allow: MESSAGE alone', offer: withRtt('a=x'), allowsMessage: true, does: ['ring', 'answer'] },
    { name: 'neither', offer: withRtt('a=x'), allowsMessage: false, does: [488] },
    { name: 'text switched off', offer: withRtt('a=rtt:none'), allowsMessage: true, does: [488] },
    { name: 'no SDP', offer: undefined, allowsMessage: true, does: [488] },
    { name: 'garbage', offer: 'garbage', allowsMessage: true, does: [400] },
  ])('A-041 D28 invited with $name', ({ offer, allowsMessage, does }) => {
    expect(namesOf(start()(invited(offer, allowsMessage)))).toEqual(does);
    expect(orders).toEqual([]);
  });

  test('a re-INVITE is answered without 180', () => {
    const event = { ...invited(withRtt('a=rtt:sip-message')), type: 'reinvited' } as const;
    expect(namesOf(start()(event))).toEqual(['answer']);
  });

  test('A-042 every chunk is returned unchanged', () => {
    const agent = start();
    agent(invited(withRtt('a=rtt:sip-message')));
    fc.assert(
      fc.property(
        fc.string({
          unit: fc.constantFrom('a', ' ', '\b', '\r', '\n', '\u2028', '\u0007', 'é', '👋', '\u{1F3FD}'),
        }),
        (text) => {
          expect(agent({ type: 'textReceived', text })).toEqual([{ do: 'sendText', text }]);
        },
      ),
    );
  });
});

describe('text on a data channel', () => {
  /** An acknowledged call whose stack has answered. */
  function call(offer: string, setup?: Setup): ServerAgent {
    const agent = start(setup);
    expect(namesOf(agent(invited(offer)))).toEqual(['ring']);
    tell({ type: 'answered', sdp: stackAnswer });
    expect(namesOf(acted)).toEqual(['answer']);
    acted = [];
    orders = [];
    expect(agent({ type: 'established' })).toEqual([]);
    return agent;
  }

  test('D10 the answer names the channel of the offer', () => {
    const agent = start();
    agent(invited(channelOffer));
    tell({ type: 'answered', sdp: stackAnswer });
    const [answer] = acted;
    expect(answer?.do === 'answer' && answer.sdp).toContain(
      'a=dcmap:1 label="t140";subprotocol="t140";ordered=true',
    );
    expect(answer?.do === 'answer' && answer.sdp).toContain('a=rtt:sip-message');
  });

  test('text waits until the channel opens', () => {
    call(channelOffer);
    expect(orders).toEqual([]);
    tell({ type: 'channelOpened' });
    expect(orders.map((order) => order.do === 'sendText' && order.text.includes('echo service'))).toEqual([
      true,
    ]);
    tell({ type: 'textReceived', text: 'hej\b' });
    expect(orders.at(-1)).toEqual({ do: 'sendText', text: 'hej\b' });
    expect([acted, clock.pending()]).toEqual([[], 0]);
  });

  test('text goes by MESSAGE when the channel does not open', () => {
    const agent = call(channelOffer);
    clock.advance(5_000);
    expect(saidIn(acted)).toContain('echo service');
    expect(agent({ type: 'textReceived', text: 'a' })).toEqual([{ do: 'sendText', text: 'a' }]);
    expect(orders).toEqual([]);
  });

  test('the agent also falls back to MESSAGE when the caller does', () => {
    const agent = call(channelOffer);
    expect(saidIn(agent({ type: 'textReceived', text: 'by MESSAGE' }))).toMatch(
      /echo service.*by MESSAGE$/su,
    );
  });

  /** Reports BYE to the agent. @returns a state whose `isOver` becomes true when BYE may be answered */
  function hangUp(agent: ServerAgent): { isOver: boolean } {
    const state = { isOver: true };
    for (const effect of agent({ type: 'hangingUp' })) {
      if (effect.do !== 'takeAfter') continue;
      state.isOver = false;
      void effect.stored.then(() => Object.assign(state, { isOver: true }));
    }
    return state;
  }

  test('A-066 text that arrives within 200 ms after BYE is still received', async () => {
    const agent = call(channelOffer, { awaitsLateText: true });
    tell({ type: 'channelOpened' });
    const bye = hangUp(agent);
    tell({ type: 'textReceived', text: 'late' });
    expect(orders.at(-1)).toEqual({ do: 'sendText', text: 'late' });
    clock.advance(199);
    await Promise.resolve();
    expect([bye.isOver, closed]).toEqual([false, 0]);
    clock.advance(1);
    await Promise.resolve();
    expect(bye.isOver).toBe(true);
    agent({ type: 'ended' });
    expect([closed, acted, clock.pending()]).toEqual([1, [], 0]);
  });

  test('A-066 BYE does not wait for text on a closed channel', async () => {
    const agent = call(channelOffer, { awaitsLateText: true });
    tell({ type: 'channelOpened' });
    const bye = hangUp(agent);
    tell({ type: 'failed', reason: 'connection closed' });
    await Promise.resolve();
    expect([bye.isOver, acted]).toEqual([true, []]);
    agent({ type: 'ended' });
    expect([closed, clock.pending()]).toEqual([1, 0]);
  });

  test.each([
    ['the service does not wait for late text', {}, true],
    ['text goes by MESSAGE', { awaitsLateText: true }, false],
  ])('BYE is answered immediately when %s', (_name, setup, opens) => {
    const agent = call(channelOffer, setup);
    if (opens) tell({ type: 'channelOpened' });
    expect(hangUp(agent).isOver).toBe(true);
  });

  test('a caller that does not support MESSAGE never gets one', () => {
    call(channelOnlyOffer);
    clock.advance(10_000);
    expect(acted).toEqual([]);
  });

  test.each([
    { name: 'MESSAGE takes over', offer: channelOffer, does: ['answer'] },
    { name: 'nothing is left', offer: channelOnlyOffer, does: [480] },
  ])('a stack that fails before it answers: $name', ({ offer, does }) => {
    start()(invited(offer));
    tell({ type: 'failed', reason: 'a test' });
    expect([namesOf(acted), closed, clock.pending()]).toEqual([does, 1, 0]);
  });

  test('a stack that never answers is closed', () => {
    start()(invited(channelOffer));
    clock.advance(10_000);
    expect([namesOf(acted), closed]).toEqual([['answer'], 1]);
  });

  test('a stack that fails during the call ends the call', () => {
    call(channelOffer);
    tell({ type: 'failed', reason: 'a test' });
    expect([namesOf(acted), closed]).toEqual([[488, 'hangUp'], 1]);
  });

  test.each([
    ['the channel did not open in time', () => clock.advance(5_000)],
    ['the caller writes by MESSAGE', (agent: ServerAgent) => agent({ type: 'textReceived', text: 'a' })],
  ])('A-066 D10 after %s the call continues without its stack', (_name, fallBack) => {
    const agent = call(channelOffer);
    fallBack(agent);
    acted = [];
    tell({ type: 'failed', reason: 'no connection' });
    expect([acted, closed, clock.pending()]).toEqual([[], 1, 0]);
    expect(agent({ type: 'textReceived', text: 'b' })).toEqual([{ do: 'sendText', text: 'b' }]);
    const again = { ...invited(channelOffer), type: 'reinvited' } as const;
    expect(namesOf(agent(again))).toEqual(['answer']);
    expect(agent({ type: 'textReceived', text: 'c' })).toEqual([{ do: 'sendText', text: 'c' }]);
    expect(orders).toEqual([]);
  });

  test('D10 after a fallback the call keeps MESSAGE on re-INVITE, also when the stack fails', () => {
    const agent = call(channelOffer);
    clock.advance(5_000);
    acted = [];
    const again = { ...invited(channelOffer), type: 'reinvited' } as const;
    expect(agent(again)).toEqual([]);
    expect(orders).toMatchObject([{ do: 'answer' }]);
    expect(agent({ type: 'textReceived', text: 'a' })).toEqual([{ do: 'sendText', text: 'a' }]);
    tell({ type: 'failed', reason: 'no connection' });
    expect([namesOf(acted), closed, clock.pending()]).toEqual([['answer'], 1, 0]);
  });

  test('a call with sound ends with its stack, even when text goes by MESSAGE', () => {
    call(soundOffer);
    clock.advance(5_000);
    acted = [];
    tell({ type: 'failed', reason: 'no connection' });
    expect([namesOf(acted), closed]).toEqual([[488, 'hangUp'], 1]);
  });

  test('without a free stack the call uses MESSAGE or is refused', () => {
    expect(namesOf(start({ hasPlace: false })(invited(channelOffer)))).toEqual(['ring', 'answer']);
    expect(start({ hasPlace: false })(invited(channelOnlyOffer))).toEqual([
      { do: 'refuse', status: 480, retryAfterSeconds: 60 },
    ]);
  });

  test('D28 a caller that gets no sound is told so by text', () => {
    const agent = start({ hasPlace: false });
    const [, answer] = agent(invited(soundOffer));
    expect(answer?.do === 'answer' && answer.sdp).toContain('m=audio 0 ');
    expect(saidIn(agent({ type: 'established' }))).toMatch(
      /echo service.*\u2028Sound and video are not possible in this call\. You can go on with text\.\u2028$/su,
    );
    expect(agent({ type: 'textReceived', text: 'a' })).toEqual([{ do: 'sendText', text: 'a' }]);
    // When the caller offers sound again in the same call, the agent says again that it is not possible.
    const again = agent({ ...invited(soundOffer), type: 'reinvited' });
    expect([namesOf(again), saidIn(again)]).toEqual([
      ['answer', 'sendText'],
      expect.stringContaining('Sound and video are not possible'),
    ]);
  });

  test('D28 a caller that offered only text is told nothing about sound', () => {
    const agent = start({ hasPlace: false });
    agent(invited(channelOffer));
    expect(saidIn(agent({ type: 'established' }))).not.toContain('Sound');
  });

  test('text that waits for a channel that never opens is limited', () => {
    call(channelOnlyOffer);
    const say = (count: number): void => {
      for (let each = 0; each < count; each++) tell({ type: 'textReceived', text: 'x' });
    };
    // The greeting waits too, so 99 more texts reach the limit.
    say(99);
    expect(acted).toEqual([]);
    say(1);
    expect(acted).toEqual([{ do: 'hangUp' }]);
  });

  test('the end closes the stack and leaves no timer', () => {
    const agent = call(channelOffer);
    agent({ type: 'ended' });
    expect([closed, clock.pending()]).toEqual([1, 0]);
    const early = start();
    early(invited(channelOffer));
    early({ type: 'ended' });
    expect([closed, clock.pending()]).toEqual([2, 0]);
  });
});
