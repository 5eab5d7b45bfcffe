import type { FakeClock } from '@samtal/test-kit';
import { createFakeClock } from '@samtal/test-kit';
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import type { MailboxOwner, MessageStore, NewMessage } from '../ports.ts';
import type { AgentCall, AgentEffect, AgentEvent, ServerAgent } from '../server-agent.ts';
import { createMailbox } from './mailbox.ts';

type Kept = NewMessage & { text: string | null; isClosed: boolean };

let clock: FakeClock;
let acted: AgentEffect[];
let kept: Kept[];
let owner: MailboxOwner | undefined;
/** While set, each write of the store waits for this promise. */
let disk: Promise<void> | undefined;

const bobby: MailboxOwner = { name: 'Bobby Demo', greeting: 'Write to me.\nThank you.', language: 'sv' };

beforeEach(() => {
  [clock, acted, kept, owner, disk] = [createFakeClock(), [], [], bobby, undefined];
});

const messageAt = (id: string): Kept => kept[Number(id)] ?? expect.fail('no such message');
const store: MessageStore = {
  findMailbox: async (address) => (address === 'bobby@demo.example' ? owner : undefined),
  async open(message) {
    await disk;
    kept.push({ ...message, text: null, isClosed: false });
    return String(kept.length - 1);
  },
  async update(id, text) {
    await disk;
    messageAt(id).text = text;
  },
  async close(id) {
    messageAt(id).isClosed = true;
  },
};

const invited: AgentEvent = {
  type: 'invited',
  offer: 'v=0',
  position: undefined,
  allowsMessage: true,
  session: { id: '1', version: 1 },
};
/** Waits until all pending work without a timer is done. */
const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

const takesEverything =
  (_call: AgentCall, service: ServerAgent): ServerAgent =>
  (event) =>
    event.type === 'invited' ? [{ do: 'answer', sdp: 'v=0' }] : service(event);

function start(divertedFrom: string | undefined, from: MessageStore = store): ServerAgent {
  return createMailbox(
    from,
    takesEverything,
  )({
    clock,
    log: { info: () => undefined, warn: () => undefined },
    caller: { address: 'alice@demo.example', name: 'Alice' },
    callId: 'call-1',
    registered: [],
    divertedFrom,
    act: (decide) => acted.push(...decide()),
  });
}

/** A call that the mailbox has answered, and its greeting. */
async function call(from?: MessageStore): Promise<{ agent: ServerAgent; said: string }> {
  const agent = start('bobby@demo.example', from);
  expect(agent(invited)).toEqual([]);
  await settle();
  expect(acted.splice(0)).toEqual([{ do: 'answer', sdp: 'v=0' }]);
  const [greeting] = agent({ type: 'established' });
  await settle();
  return { agent, said: greeting?.do === 'sendText' ? greeting.text : '' };
}

/**
 * Sends text to the mailbox, and waits until the text is accepted or refused.
 * @returns the agent's effects
 */
async function type(agent: ServerAgent, text: string): Promise<readonly string[]> {
  const effects = agent({ type: 'textReceived', text });
  for (const effect of effects) if (effect.do === 'takeAfter') await effect.stored.catch(() => undefined);
  return effects.map((effect) => effect.do);
}

describe('the owner of the mailbox', () => {
  test.each([
    ['a direct call to the mailbox gets 480', undefined],
    ['an unknown account, or AM_ENABLED 0, gets 480', 'carol@demo.example'],
  ])('A-066 %s', async (_name, divertedFrom) => {
    const agent = start(divertedFrom);
    agent(invited);
    await settle();
    expect(acted).toEqual([{ do: 'refuse', status: 480 }]);
    agent({ type: 'ended' });
    expect([kept, clock.pending()]).toEqual([[], 0]);
  });

  test('A-066 SET-10 the caller reads the owner’s name in the owner’s language, and the greeting', async () => {
    const { said } = await call();
    expect(said).toBe('Du har kommit till brevlådan för Bobby Demo.\u2028Write to me.\u2028Thank you.\u2028');
  });

  test.each([undefined, 'xx', 'constructor'])(
    'the sentence is in English when the language is %s',
    async (language) => {
      owner = { ...bobby, greeting: ' ', language };
      expect((await call()).said).toBe('You have reached the mailbox of Bobby Demo.\u2028');
    },
  );

  test('a caller that has left meanwhile is not answered', async () => {
    const agent = start('bobby@demo.example');
    agent(invited);
    agent({ type: 'ended' });
    await settle();
    expect(acted).toEqual([]);
  });
});

describe('the stored message', () => {
  test('MSG-09 A-066 has time, caller and exactly the corrected text', async () => {
    const { agent } = await call();
    const at = clock.now();
    for (const chunk of ['He', 'j b', '\b', 'Bobby\r', '\nRing', ' mig 👋🏽\b!']) await type(agent, chunk);
    agent({ type: 'ended' });
    await settle();
    expect(kept).toEqual([
      {
        callee: 'bobby@demo.example',
        caller: { address: 'alice@demo.example', name: 'Alice' },
        registered: [],
        at,
        text: 'Hej Bobby\nRing mig !',
        isClosed: true,
      },
    ]);
    expect(clock.pending()).toBe(0);
  });

  test('A-066 has no text when nothing was typed', async () => {
    const { agent } = await call();
    agent({ type: 'ended' });
    await settle();
    expect(kept.map(({ text, isClosed }) => [text, isClosed])).toEqual([[null, true]]);
  });

  test('a text is accepted only after it is on the disk', async () => {
    const { agent } = await call();
    const write: (() => void)[] = [];
    disk = new Promise((resolve) => write.push(resolve));
    const [effect] = agent({ type: 'textReceived', text: 'a' });
    agent({ type: 'textReceived', text: 'b' });
    let isTaken = false;
    if (effect?.do !== 'takeAfter') throw new Error('accepted before it was stored');
    const { stored } = effect;
    const watch = async (): Promise<void> => {
      await stored;
      isTaken = true;
    };
    void watch();
    await settle();
    expect([isTaken, kept[0]?.text]).toEqual([false, null]);
    for (const run of write) run();
    await settle();
    expect([isTaken, kept[0]?.text]).toEqual([true, 'ab']);
  });

  test('after a disk error the caller is told, the call continues, and a later write stores all text', async () => {
    let failures = 1;
    const shaky: MessageStore = {
      ...store,
      async update(id, text) {
        failures -= 1;
        if (failures >= 0) throw new Error('disk full');
        await store.update(id, text);
      },
    };
    const { agent } = await call(shaky);
    const [effect] = agent({ type: 'textReceived', text: 'a' });
    await expect(effect?.do === 'takeAfter' ? effect.stored : undefined).rejects.toThrow('disk full');
    await type(agent, 'b');
    agent({ type: 'ended' });
    await settle();
    expect(kept.map(({ text, isClosed }) => [text, isClosed])).toEqual([['ab', true]]);
  });

  test('a message that cannot be opened ends the call', async () => {
    await call({ ...store, open: () => Promise.reject(new Error('disk full')) });
    expect(acted).toEqual([{ do: 'hangUp' }]);
  });
});

describe('limits', () => {
  test('A-066 the mailbox hangs up after 120 s', async () => {
    await call();
    clock.advance(119_999);
    expect(acted).toEqual([]);
    clock.advance(1);
    expect(acted).toEqual([{ do: 'hangUp' }]);
  });

  test('a message that is too long is refused, not silently truncated', async () => {
    const { agent } = await call();
    for (let index = 0; index < 10; index += 1)
      expect(await type(agent, 'x'.repeat(1_000))).toEqual(['takeAfter']);
    expect(await type(agent, 'y')).toEqual(['takeAfter', 'hangUp']);
    expect(kept[0]?.text).toBe('x'.repeat(10_000));
  });
});

describe('a caller that writes and erases repeatedly', () => {
  test.each(['漢', 'é', 'क्षि', '👋🏽'])(
    'A-066 causes the same work for each backspace, however many %s were written',
    async (character) => {
      const { agent } = await call();
      const piece = character.repeat(Math.floor(430 / character.length));
      for (let written = 0; written + 2 * piece.length < 8200; written += piece.length)
        await type(agent, piece);
      const spy = vi.spyOn(Intl.Segmenter.prototype, 'segment');
      onTestFinished(() => spy.mockRestore());
      for (let round = 0; round < 3; round++) {
        spy.mockClear();
        await type(agent, '\b'.repeat(1300));
        const units = spy.mock.calls.reduce((sum, [text]) => sum + text.length, 0);
        expect(units).toBeGreaterThan(0);
        expect(units).toBeLessThan(1300 * 3 * character.length);
        for (let refill = 0; refill < 3; refill++) await type(agent, piece);
      }
      expect(acted).toEqual([]);
    },
  );
});
