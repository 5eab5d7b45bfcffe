import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from '@playwright/test';
import { type Account, compare, type Findings } from './comparison.ts';
import type { Cut, Scene } from './cuts.ts';
import type { Journal } from './journal.ts';
import { createLetters } from './letters.ts';
import type { Party } from './party.ts';
import { createRandom } from './random.ts';
import { typeUntil } from './typist.ts';

/** Both type for so long before the cut, and whoever still can after it; milliseconds. */
const BEFORE = { least: 800, most: 6000 } as const;
const AFTER = { least: 0, most: 5000 } as const;

const WIRE_WORDS = { dataChannel: 'Live text', message: 'Text, with short delays' } as const;

export type Wire = keyof typeof WIRE_WORDS;

/** What came of the text of one person. */
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

/** What `writer` did and was told, and what the page of the other end showed. */
const accountOf = (
  { edits, own, told }: ReturnType<Journal['read']>,
  { seen }: ReturnType<Journal['read']>,
  record: Account['record'],
): Account => ({ edits, own, told, seen, record });

async function hangUp({ here, there, random }: Scene, end: Cut['hangsUp']): Promise<void> {
  if (end === undefined) return;
  const ends = { here, there, either: random.pick([here, there]) };
  const party = ends[end];
  if (party.journal().status() === 'ACCEPTED') await party.person().hangUp();
}

/** Cuts a call while both type, and compares what each has with what the other was told. */
export async function runCutCall(scene: Scene, cut: Cut, wire: Wire): Promise<readonly Result[]> {
  const { here, there, network, random } = scene;
  const journals = [here.journal(), there.journal()] as const;
  for (const journal of journals) journal.begin();
  const began = Date.now();
  await connect(scene, wire);

  const typing = new AbortController();
  const typists = ([0, 1] as const).map((half) => {
    const own = createRandom(random.below(2 ** 31));
    const { person } = half === 0 ? here : there;
    return typeUntil(typing.signal, person(), own, createLetters(own, half));
  });
  // A page whose call is over has no field to type in.
  const typed = Promise.allSettled(typists);
  let thereAtCut: ReturnType<Journal['read']> | undefined;
  try {
    await sleep(random.between(BEFORE.least, BEFORE.most));
    await cut.cut(scene);
    if (cut.left !== 'person') thereAtCut = journals[1].read();
    await sleep(random.between(AFTER.least, AFTER.most));
    await hangUp(scene, cut.hangsUp);
    typing.abort();
    await here.callIsOver();
    if (cut.left === 'stopped') there.processes().resume();
    if (cut.left !== 'nobody') await there.callIsOver();
  } finally {
    typing.abort();
    if (cut.left === 'stopped') there.processes().resume();
    network?.restore();
    await typed;
  }

  if (cut.needsNetwork === true) await there.reload();
  const recordOf = (party: Party) => party.record(began);
  const [atHere, atThere] = [journals[0].read(), journals[1].read()];
  const accounts: [string, Account][] = [
    [here.name, accountOf(atHere, thereAtCut ?? atThere, await recordOf(here))],
  ];
  if (cut.left !== 'nobody') accounts.push([there.name, accountOf(atThere, atHere, await recordOf(there))]);
  return accounts.map(([writer, account]) => ({ writer, account, findings: compare(account) }));
}
