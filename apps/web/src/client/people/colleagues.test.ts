import type { NamedAddress } from '@samtal/api-contract';
import { createFakeClock } from '@samtal/test-kit';
import { expect, test } from 'vitest';
import type { ApiResult } from '../ports/user-api.ts';
import {
  ANSWER_MS,
  CALL_ANSWER_MS,
  createColleagues,
  NAME_WAIT_MS,
  SHOWN_REQUESTS,
  STILL_MS,
} from './colleagues.ts';

const settled = () => new Promise<void>((resolve) => setImmediate(resolve));

function createScene({ isOn = true } = {}) {
  const clock = createFakeClock();
  const asked: (readonly string[])[] = [];
  const answers: ((result: ApiResult<readonly NamedAddress[]>) => void)[] = [];
  const logged: string[] = [];
  const colleagues = createColleagues({
    ask: () =>
      isOn
        ? (addresses) => {
            asked.push(addresses);
            return new Promise((resolve) => answers.push(resolve));
          }
        : undefined,
    clock,
    log: { warn: (message) => logged.push(message) },
  });
  const name = async (...named: readonly NamedAddress[]) => {
    answers.shift()?.({ ok: true, value: named });
    await settled();
  };
  return { clock, asked, answers, logged, colleagues, name };
}

const bobby = { address: 'bobby@demo.example', name: 'Bobby Demo' };

test('D61 addresses of one turn share a request, and no address is asked for twice', async () => {
  const { asked, colleagues, name } = createScene();
  colleagues.learn(['sip:Bobby@demo.example', 'carol@demo.example']);
  colleagues.learn(['bobby@demo.example', '112']);
  await settled();
  expect(asked).toEqual([['bobby@demo.example', 'carol@demo.example']]);
  await name(bobby);
  expect([...colleagues.names.get()]).toEqual([['bobby@demo.example', { name: 'Bobby Demo', image: '' }]]);
  colleagues.learn(['bobby@demo.example', 'carol@demo.example']);
  await settled();
  expect(asked).toHaveLength(1);
});

test('D61 a long list is asked for in requests of fifty, one after the other', async () => {
  const { asked, colleagues, name } = createScene();
  colleagues.learn(Array.from({ length: 120 }, (_, index) => `a${index}@demo.example`));
  await settled();
  expect(asked.map(({ length }) => length)).toEqual([50]);
  await name();
  await name();
  expect(asked.map(({ length }) => length)).toEqual([50, 50, 20]);
});

test('D61 after a 429 the client waits, after another failure it asks when the address is seen again', async () => {
  const { asked, answers, clock, colleagues, logged, name } = createScene();
  colleagues.learn(['bobby@demo.example']);
  await settled();
  answers.shift()?.({ ok: false, status: 429 });
  await settled();
  colleagues.learn(['carol@demo.example']);
  await settled();
  expect(asked).toHaveLength(1);
  clock.advance(30_000);
  expect(asked[1]).toEqual(['bobby@demo.example', 'carol@demo.example']);
  answers.shift()?.({ ok: false, status: 500 });
  await settled();
  expect(logged).toEqual(['names_not_loaded']);
  colleagues.learn(['bobby@demo.example']);
  await settled();
  await name(bobby);
  expect(colleagues.names.get().get('bobby@demo.example')?.name).toBe('Bobby Demo');
});

test('D61 names of one user are not shown to the next, even if they arrive late', async () => {
  const { asked, colleagues, name } = createScene();
  colleagues.learn(['bobby@demo.example']);
  await settled();
  colleagues.forget();
  await name(bobby);
  expect(colleagues.names.get().size).toBe(0);
  colleagues.learn(['bobby@demo.example']);
  await settled();
  expect(asked).toHaveLength(2);
});

test('D61 a notification waits for the name, but not for long, and not for a name that is known', async () => {
  const { clock, colleagues, name } = createScene();
  const told: string[] = [];
  colleagues.whenLearned('stranger@demo.example', () => told.push('nothing asked'));
  colleagues.learn(['bobby@demo.example']);
  colleagues.whenLearned('bobby@demo.example', () => told.push('named'));
  colleagues.whenLearned('bobby@demo.example', () => told.push('cancelled'))();
  await settled();
  expect(told).toEqual(['nothing asked']);
  await name(bobby);
  expect(told).toEqual(['nothing asked', 'named']);
  colleagues.learn(['slow@demo.example']);
  colleagues.whenLearned('slow@demo.example', () => told.push('late'));
  clock.advance(NAME_WAIT_MS);
  expect(told.at(-1)).toBe('late');
  await settled();
  await name();
  expect(told.filter((one) => one === 'late')).toHaveLength(1);
});

test('D61 where the feature is off nothing is asked', async () => {
  const { asked, colleagues } = createScene({ isOn: false });
  colleagues.learn(['bobby@demo.example']);
  await settled();
  expect(asked).toEqual([]);
});

test('D67 the other end of a call is asked for again: the picture may be new since its row was on the screen', async () => {
  const { asked, clock, colleagues, name } = createScene();
  colleagues.learnShown('bobby@demo.example');
  clock.advance(STILL_MS);
  await settled();
  await name(bobby);
  clock.advance(CALL_ANSWER_MS);
  colleagues.learnOfCall('sip:bobby@demo.example');
  await settled();
  expect(asked).toHaveLength(2);
  const told: string[] = [];
  colleagues.whenLearned('bobby@demo.example', () => told.push('known'));
  expect(told).toEqual(['known']);
  await name({ ...bobby, imageUrl: '/pictures/1' });
  expect(colleagues.names.get().get('bobby@demo.example')?.image).toBe('/pictures/1');
  // A person who calls again and again causes no request for each call.
  colleagues.learnOfCall('bobby@demo.example');
  await settled();
  expect(asked).toHaveLength(2);
});

test('D67 the names on the screen are requested when it no longer scrolls, in one request, and only once', async () => {
  const { asked, clock, colleagues, name } = createScene();
  const leave = colleagues.learnShown('bobby@demo.example');
  clock.advance(STILL_MS - 1);
  const gone = colleagues.learnShown('passing@demo.example');
  clock.advance(STILL_MS - 1);
  gone();
  colleagues.learnShown('sip:Carol@demo.example');
  colleagues.learnShown('bobby@demo.example');
  leave();
  await settled();
  expect(asked).toEqual([]);
  clock.advance(STILL_MS);
  await settled();
  expect(asked).toEqual([['carol@demo.example', 'bobby@demo.example']]);
  await name({ ...bobby, imageUrl: '/picture' });
  expect(colleagues.names.get().get('bobby@demo.example')?.image).toBe('/picture');
  colleagues.learnShown('carol@demo.example');
  clock.advance(STILL_MS);
  await settled();
  expect(asked).toHaveLength(1);
});

test('D61 D67 a user who scrolls on and on leaves requests for the names of callers', async () => {
  const { asked, clock, colleagues, name } = createScene();
  for (let index = 0; index <= SHOWN_REQUESTS.most; index += 1) {
    const leave = colleagues.learnShown(`row${index}@demo.example`);
    clock.advance(STILL_MS);
    await settled();
    await name();
    if (index < SHOWN_REQUESTS.most) leave();
  }
  expect(asked).toHaveLength(SHOWN_REQUESTS.most);
  colleagues.learn(['caller@demo.example']);
  await settled();
  expect(asked.at(-1)).toEqual(['caller@demo.example']);
  await name();
  clock.advance(SHOWN_REQUESTS.withinMs);
  await settled();
  expect(asked.at(-1)).toEqual([`row${SHOWN_REQUESTS.most}@demo.example`]);
});

test('D67 on the screen an old answer is asked for again: the picture may be another, or the account gone', async () => {
  const { asked, clock, colleagues, name } = createScene();
  colleagues.learn(['bobby@demo.example']);
  await settled();
  await name(bobby);
  clock.advance(ANSWER_MS);
  colleagues.learn(['bobby@demo.example']);
  await settled();
  expect(asked).toHaveLength(1);
  colleagues.learnShown('bobby@demo.example');
  clock.advance(STILL_MS);
  await settled();
  expect(asked).toHaveLength(2);
  await name();
  expect(colleagues.names.get().size).toBe(0);
});
