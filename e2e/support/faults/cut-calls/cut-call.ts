import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from '@playwright/test';
import { type Account, compare, type Findings } from './comparison.ts';
import type { Cut, Scene } from './cuts.ts';
import type { Journal } from './journal.ts';
import { createLetters } from './letters.ts';
import type { Party } from './party.ts';
import { createRandom } from './random.ts';
import { typeUntil } from './typist.ts';

/** How long users type, in milliseconds: both users before the cut, and after it each user who still can. */
const BEFORE = { least: 1000, most: 8000 } as const;
const AFTER = { least: 0, most: 5000 } as const;

const WIRE_WORDS = { dataChannel: 'Live text', message: 'Text, with short delays' } as const;

export type Wire = keyof typeof WIRE_WORDS;

/** The outcome for the text of one user. */
export type Result = { readonly writer: string; readonly account: Account; readonly findings: Findings };

async function connect({ here, there, random }: Scene, wire: Wire): Promise<void> {
  const people = [here.person(), there.person()] as const;
  const [caller, callee] = random.chance(50) ? people : [people[1], people[0]];
  await caller.dial(callee.name);
  await callee.answer();
  for (const someone of people) {
    await someone.hasStatus('ACCEPTED');
    await expect(someone.page.getByText(WIRE_WORDS[wire])).toBeVisible();
  }
}

/** Both type until `end`. */
function typeBoth({ here, there, random }: Scene, end: AbortSignal): Promise<unknown> {
  const typists = ([0, 1] as const).map((half) => {
    const own = createRandom(random.below(2 ** 31));
    const { person } = half === 0 ? here : there;
    return typeUntil(end, person(), own, createLetters(own, half));
  });
  // Typing fails on a page whose call is over, because it has no text field.
  return Promise.allSettled(typists);
}

/**
 * Hangs up at the end that `end` names.
 * @returns the user there; undefined if the call has ended or ends by itself
 */
async function hangUp({ here, there, random }: Scene, end: Cut['hangsUp']): Promise<Party | undefined> {
  if (end === undefined) return undefined;
  const party = { here, there, either: random.pick([here, there]) }[end];
  if (party.journal().status() !== 'ACCEPTED') return undefined;
  await party.person().hangUp();
  return party;
}

type Ended = {
  readonly hungUp: Party | undefined;
  /** The journal of `there` immediately after the cut; undefined if the cut left its browser in use. */
  readonly thereAtCut: ReturnType<Journal['read']> | undefined;
};

/** Cuts the call while both type, and waits until the call is over at both ends. */
async function cutWhileTyping(scene: Scene, cut: Cut): Promise<Ended> {
  const { here, there, network, random } = scene;
  const journal = there.journal();
  const end = new AbortController();
  const typed = typeBoth(scene, end.signal);
  const resume = (): void => {
    if (cut.left === 'stopped') there.processes().resume();
  };
  try {
    await sleep(random.between(BEFORE.least, BEFORE.most));
    await cut.cut(scene);
    const thereAtCut = cut.left === 'person' ? undefined : journal.read();
    await sleep(random.between(AFTER.least, AFTER.most));
    const hungUp = await hangUp(scene, cut.hangsUp);
    end.abort();
    await here.callIsOver();
    resume();
    if (cut.left !== 'none') await there.callIsOver();
    return { hungUp, thereAtCut };
  } finally {
    end.abort();
    resume();
    network?.restore();
    await typed;
  }
}

/** Cuts a call while both type, and compares each text with what its writer was told. */
export async function runCutCall(scene: Scene, cut: Cut, wire: Wire): Promise<readonly Result[]> {
  const { here, there } = scene;
  const began = Date.now();
  const journals = [here.journal(), there.journal()] as const;
  for (const journal of journals) journal.begin();
  await connect(scene, wire);
  const { hungUp, thereAtCut } = await cutWhileTyping(scene, cut);
  const [atHere, atThere] = [journals[0].read(), journals[1].read()];
  // At the next login, the page sends a history entry that could not be sent during the outage.
  if (cut.needsNetwork === true) await there.reload();

  const records = new Map<Party, Awaited<ReturnType<Party['record']>>>();
  for (const party of cut.left === 'none' ? [here] : [here, there])
    records.set(party, await party.record(began));

  /** What `reader` saw. Text after the reader's own hang-up is on no screen, only in the reader's history. */
  const seenBy = (reader: Party, { seen }: typeof atHere): readonly string[] => {
    const record = records.get(reader);
    return reader === hungUp && record !== undefined ? [...seen, record.received] : seen;
  };
  const resultOf = (writer: Party, own: typeof atHere, seen: readonly string[]): Result => {
    const account: Account = { ...own, seen, record: records.get(writer), hasHungUp: hungUp === writer };
    return { writer: writer.name, account, findings: compare(account) };
  };
  const results = [resultOf(here, atHere, seenBy(there, thereAtCut ?? atThere))];
  if (cut.left !== 'none') results.push(resultOf(there, atThere, seenBy(here, atHere)));
  return results;
}
