import { expect, test } from 'vitest';
import { type Account, compare } from './comparison.ts';

/** A user who typed `states` one after the other; the reader saw each, and the history has the last. */
function account(states: readonly string[], changes: Partial<Account> = {}): Account {
  const last = states.at(-1) ?? '';
  return {
    edits: states.map((after, index) => ({ before: states[index - 1] ?? '', after })),
    own: states,
    seen: states,
    told: '',
    record: { sent: last, doubtful: '' },
    hasHungUp: false,
    ...changes,
  };
}

/** The kinds of breach that were found, with their letters. */
const breachesOf = (each: Account): object =>
  Object.fromEntries(Object.entries(compare(each).breaches).filter(([, letters]) => letters.length > 0));

const abcd = ['а', 'аб', 'аб в', 'аб вг'];

test('D41 a text that arrived complete has no breach, also with line breaks, gaps and flags', () => {
  for (const states of [abcd, ['ä\n🇸🇪🇩🇪 ', 'ä\n🇸🇪🇩🇪 कि']]) expect(breachesOf(account(states))).toEqual({});
  const marked = account(abcd, { seen: ['аб', 'аб\uFFFD вг'] });
  expect(breachesOf(marked)).toEqual({});
  expect(compare(marked).figures).toEqual({
    typed: ['а', 'б', 'в', 'г'],
    lost: [],
    told: [],
    falselyDoubted: [],
    toldByHistoryOnly: [],
    notErased: [],
  });
});

test('D10 D41 letters that the reader lacks are a breach unless the sender was told of each', () => {
  const lost = { seen: ['а', 'аб'], record: { sent: 'аб вг', doubtful: 'вг' } };
  expect(breachesOf(account(abcd, { ...lost, told: 'Not delivered: “вг”' }))).toEqual({});
  expect(breachesOf(account(abcd, { ...lost, record: undefined, told: 'г' }))).toEqual({ lostUnsaid: ['в'] });
  expect(breachesOf(account(abcd, { ...lost, record: undefined }))).toEqual({ lostUnsaid: ['в', 'г'] });
});

test('D41 letters that only the history reports count as told, and are counted apart', () => {
  const { figures, breaches } = compare(
    account(abcd, { seen: ['аб'], record: { sent: 'аб', doubtful: 'вг' } }),
  );
  expect([figures.lost, figures.toldByHistoryOnly, breaches.lostUnsaid]).toEqual([
    ['в', 'г'],
    ['в', 'г'],
    [],
  ]);
});

test('D41 letters that appeared and disappeared are a breach unless the user erased them', () => {
  const erased = account([...abcd, 'аб '], { seen: ['аб вг', 'аб '] });
  expect(breachesOf(erased)).toEqual({});
  expect(breachesOf({ ...erased, seen: ['аб вг', 'а'], record: undefined })).toEqual({ erasedUnsaid: ['б'] });
});

test('D41 letters that no user typed are a breach, also when they appeared only for a moment', () => {
  expect(breachesOf(account(abcd, { seen: ['аж', 'аб вг'] }))).toEqual({ invented: ['ж'] });
});

test('D41 texts that differ in a space, an order or a repetition are a breach where no text is in doubt', () => {
  for (const shown of ['абвг', 'аб гв', 'аб вгг'])
    expect(breachesOf(account(abcd, { seen: [shown] }))).toEqual({ unlike: ['аб вг', shown] });
  expect(
    breachesOf(account(abcd, { seen: ['абвг'], told: 'г', record: { sent: 'абв', doubtful: 'г' } })),
  ).toEqual({});
});

test('D41 a history with text that the reader lacks, without a doubt, or without text that arrived is a breach', () => {
  const lost = { seen: ['аб'], told: 'вг' };
  expect(breachesOf(account(abcd, { ...lost, record: { sent: 'аб вг', doubtful: 'в' } }))).toEqual({
    recordedAsSaid: ['г'],
    toldDifferently: ['г'],
  });
  expect(breachesOf(account(abcd, { told: 'г' }))).toEqual({ toldDifferently: ['г'] });
  expect(breachesOf(account(abcd, { record: { sent: 'аб', doubtful: '' } }))).toEqual({
    notRecorded: ['в', 'г'],
  });
});

test('D41 text in doubt that arrived, and text erased here that stayed there, is counted', () => {
  const { figures } = compare(
    account([...abcd, 'аб в'], { seen: ['аб вг'], told: 'Not delivered: в', record: undefined }),
  );
  expect([figures.falselyDoubted, figures.notErased, figures.told]).toEqual([['в'], ['г'], ['в']]);
});

test('D41 text that was erased here and stayed at the other end is a breach unless the sender was told', () => {
  const left = account([...abcd, 'аб в'], { seen: ['аб вг'] });
  expect(breachesOf(left)).toEqual({ leftUnsaid: ['г'] });
  expect(breachesOf({ ...left, told: 'Perhaps not erased: г' })).toEqual({});
  expect(breachesOf({ ...left, hasHungUp: true })).toEqual({});
});

test('D41 an accent erased before its letter: the report of the accented letter also tells of the bare one', () => {
  const left = account(['ʀ́', 'ʀ́ñ', 'ʀ́', 'ʀ', ''], { seen: ['ʀ́ñ', 'ʀ'] });
  expect(breachesOf({ ...left, told: 'The other person may still see: ʀ́ñ' })).toEqual({});
  expect(breachesOf({ ...left, told: 'The other person may still see: ñ' })).toEqual({ leftUnsaid: ['ʀ'] });
});

test('D41 a letter that is sent again after an erasure in doubt may be without a doubt in the history', () => {
  const again = account(abcd, { record: { sent: 'аб вг', doubtful: 'б' } });
  const told = 'May not have arrived: бThe other person may still see: вг';
  expect(breachesOf({ ...again, told })).toEqual({});
  expect(breachesOf({ ...again, told: `May not have arrived: бв` })).toEqual({ toldDifferently: ['в'] });
});

test('D41 a line break whose erasure came too late is in the history, and no breach', () => {
  const late = account([...abcd, 'аб вг\n', 'аб вг'], { seen: ['аб вг\n'] });
  expect(breachesOf({ ...late, record: { sent: 'аб вг\n', doubtful: '' } })).toEqual({});
  expect(breachesOf(late)).toEqual({ unlike: ['аб вг', 'аб вг\n'] });
});

test('D41 spaces that only the history has in doubt are told', () => {
  const spaces = account(['а', 'а ', ' '], { seen: [], record: { sent: '', doubtful: ' ' } });
  expect(breachesOf(spaces)).toEqual({});
});

test('D41 an erasure that the page undoes does not count, and a letter that the page removes is a loss', () => {
  const undone = account([...abcd, 'аб в'], { own: [...abcd, 'аб в', 'аб вг'], seen: ['аб вг'] });
  expect(breachesOf({ ...undone, record: undefined })).toEqual({});
  const taken = account(abcd, { own: [...abcd, 'аб в'], seen: ['аб в'], record: undefined });
  expect(breachesOf(taken)).toEqual({ lostUnsaid: ['г'] });
  expect(breachesOf({ ...taken, told: 'г' })).toEqual({});
});
