import type { FakeClock } from '@samtal/test-kit';
import { createFakeClock } from '@samtal/test-kit';
import * as fc from 'fast-check';
import { beforeEach, describe, expect, test } from 'vitest';
import { AGENT_LIMITS } from '../../domain/limits/limits.ts';
import type { AgentCall, AgentEffect, AgentEvent } from '../server-agent.ts';
import { createEmergency, createPositionStore } from './emergency.ts';
import { ivr } from './ivr.ts';
import { readAddress, readPlace } from './location-document.ts';
import { createNoAnswer, refusingWith } from './refusing.ts';

let clock: FakeClock;
let acted: AgentEffect[];
let call: AgentCall;

beforeEach(() => {
  [clock, acted] = [createFakeClock(), []];
  call = {
    clock,
    log: { info: () => undefined, warn: () => undefined },
    caller: { address: 'carol@demo.example', name: 'Carol' },
    callId: 'call-1',
    registered: [],
    divertedFrom: undefined,
    act: (decide) => acted.push(...decide()),
  };
});

const invited: AgentEvent = {
  type: 'invited',
  offer: undefined,
  position: undefined,
  allowsMessage: true,
  session: { id: '1', version: 1 },
};
const saidIn = (effects: readonly AgentEffect[]): string =>
  effects.map((effect) => (effect.do === 'sendText' ? effect.text : effect.do)).join('|');
const info = (contentType: string, body: string): AgentEvent => ({ type: 'infoReceived', contentType, body });

describe('ivr', () => {
  test.each([
    ['application/dtmf-relay', 'Signal=5\r\nDuration=2000\r\n', 'You pressed 5\u2028'],
    ['application/dtmf-relay', 'Duration=100\r\nsignal = #\r\n', 'You pressed #\u2028'],
    ['application/dtmf-relay', 'Signal=d\r\n', 'You pressed D\u2028'],
    ['application/dtmf', '*', 'You pressed *\u2028'],
    ['application/dtmf-relay', 'Signal=55\r\n', ''],
    ['application/dtmf-relay', 'hello', ''],
    ['application/dtmf', '', ''],
  ])('DTMF-03 D28 %s %j is answered with %j', (contentType, body, told) => {
    expect(saidIn(ivr(info(contentType, body)))).toBe(told);
  });

  test('it greets, and does not answer text', () => {
    expect(saidIn(ivr({ type: 'established' }))).toContain('Press digits');
    expect(ivr({ type: 'textReceived', text: '5' })).toEqual([]);
  });
});

describe('busy, reject and noanswer', () => {
  test.each([486, 403])('D28 D19 the call is refused with %d immediately', (status) => {
    const agent = refusingWith(status)(call);
    expect(agent(invited)).toEqual([{ do: 'refuse', status }]);
    expect(agent({ type: 'ended' })).toEqual([]);
  });

  test('D28 A-065 noanswer rings until the ring timeout, then sends 408', () => {
    const agent = createNoAnswer(call);
    expect(agent(invited)).toEqual([{ do: 'ring' }]);
    clock.advance(AGENT_LIMITS.ringMs - 1);
    expect(acted).toEqual([]);
    clock.advance(1);
    expect(acted).toEqual([{ do: 'refuse', status: 408 }]);
  });

  test('a caller that cancels leaves no timer', () => {
    const agent = createNoAnswer(call);
    agent(invited);
    agent({ type: 'ended' });
    expect(clock.pending()).toBe(0);
  });
});

const circle =
  '<?xml version="1.0"?><presence><gs:Circle srsName="x"><gml:pos>59.3293 18.0686</gml:pos>' +
  '<gs:radius uom="urn:ogc:def:uom:EPSG::9001">12</gs:radius></gs:Circle></presence>';

describe('112', () => {
  test('GEO-03 D28 each position is recorded and sent back as text', () => {
    const book = createPositionStore();
    const agent = createEmergency(call, book);
    expect(saidIn(agent({ type: 'established' }))).toContain('This service cannot help you.');
    expect(saidIn(agent(info('application/pidf+xml', circle)))).toMatch(
      /^Position 59\.32930, 18\.06860 ± 12 m, received \d\d:\d\d:\d\d\u2028$/,
    );
    expect(book.list()).toEqual([
      {
        latitude: 59.3293,
        longitude: 18.0686,
        accuracyMetres: 12,
        caller: 'carol@demo.example',
        receivedAt: clock.now(),
      },
    ]);
  });

  test('a point is reported without accuracy', () => {
    const agent = createEmergency(call, createPositionStore());
    const point = '<Point><pos>-33.5 151</pos></Point>';
    expect(saidIn(agent(info('application/pidf+xml', point)))).toMatch(
      /^Position -33\.50000, 151\.00000, received/,
    );
  });

  test('an unreadable position is reported, and tones are not positions', () => {
    const book = createPositionStore();
    const agent = createEmergency(call, book);
    expect(saidIn(agent(info('application/pidf+xml', '<presence/>')))).toContain('cannot be read');
    expect(agent(info('application/dtmf-relay', 'Signal=5'))).toEqual([]);
    expect(book.list()).toEqual([]);
  });

  const civic =
    '<ca:civicAddress xmlns:ca="x"><ca:country>SE</ca:country><ca:A3>Stockholm</ca:A3><ca:RD>A &lt;&amp;&quot; B</ca:RD>' +
    '<ca:HNO>12</ca:HNO><ca:PC>111 23</ca:PC></ca:civicAddress><gp:method>Manual</gp:method>';

  test('D89 a typed address is sent back as text, alone and beside a position, and is not kept', () => {
    const book = createPositionStore();
    const agent = createEmergency(call, book);
    const address = 'Address A <&" B 12 111 23 Stockholm SE\u2028';
    expect(saidIn(agent(info('application/pidf+xml', civic)))).toBe(address);
    expect(book.list()).toEqual([]);
    expect(saidIn(agent(info('application/pidf+xml', `${civic}${circle}`)))).toMatch(
      /^Position 59\.32930.*\u2028Address A .*SE\u2028$/,
    );
    expect(JSON.stringify(book.list())).not.toContain('Stockholm');
  });

  test('only the newest hundred positions are kept', () => {
    const book = createPositionStore();
    for (let index = 0; index < 150; index += 1)
      createEmergency(
        { ...call, caller: { address: `caller${index}@demo.example`, name: undefined } },
        book,
      )(info('application/pidf+xml', `<pos>${index % 90} 0</pos>`));
    expect(book.list().map(({ latitude }) => latitude)).toHaveLength(100);
    expect(book.list().at(-1)?.latitude).toBe(149 % 90);
  });

  test.each(['<pos>91 0</pos>', '<pos>0 181</pos>', '<pos>1</pos>', '<pos>a b</pos>', ''])(
    '%j is not a location',
    (document) => {
      expect(readPlace(document)).toBeUndefined();
    },
  );

  test('garbage never throws, and is parsed quickly', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        readPlace(`<pos>${text}`);
        readPlace(text);
        readAddress(`<civicAddress>${text}`);
      }),
      { seed: 7 },
    );
    expect(readPlace('<a:pos '.repeat(8_000))).toBeUndefined();
    expect(readPlace(`<pos>${' '.repeat(60_000)}`)).toBeUndefined();
    for (const hostile of ['<a:civicAddress ', '<RD>', '<civicAddress><RD>x'])
      expect(readAddress(hostile.repeat(20_000))?.length ?? 0).toBeLessThan(4000);
  });
});
