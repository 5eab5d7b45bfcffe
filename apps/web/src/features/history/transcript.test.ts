import { expect, test } from 'vitest';
import { wasOverlooked } from '../../client/records/missed-calls.ts';
import { call } from '../../testing/records.ts';
import { howItWent } from './call-words.ts';
import { dayGroups } from './day-groups.ts';
import { runsOf, type TranscriptWords, transcriptText, transcriptVtt } from './transcript.ts';

const words: TranscriptWords = {
  title: 'Call with Bobby <Berg>',
  how: 'Outgoing, answered',
  nameOf: (author) => (author === 'own' ? 'You' : 'Bobby\n<Berg>'),
  missing: 'some text missing',
  cut: 'earlier text not kept',
  doubtful: 'may not have arrived',
};

const timestamp = new Date(2026, 2, 9, 7, 5).getTime();
const spoken = call({
  id: 'a',
  timestamp,
  duration: 94,
  transcript: [
    { author: 'own', text: 'Is 1 < 2 && 3 > 2?\n', offsetMs: 4000 },
    { author: 'other', text: 'Yes -->\n\nand \uFFFD more\n', offsetMs: 15_250 },
    { author: 'own', text: 'Good', offsetMs: 3_723_004 },
  ],
});

test('D14 a call as plain text: every line has author and time', () => {
  expect(transcriptText(spoken, { ...words, nameOf: (author) => (author === 'own' ? 'You' : 'Bobby') })).toBe(
    [
      'Call with Bobby <Berg>',
      '2026-03-09 07:05, bobby@demo.example',
      'Outgoing, answered, 01:34',
      '',
      '[00:04] You: Is 1 < 2 && 3 > 2?',
      '[00:15] Bobby: Yes -->',
      '[00:15] Bobby: ',
      '[00:15] Bobby: and [some text missing] more',
      '[1:02:03] You: Good',
      '',
    ].join('\n'),
  );
});

test('D14 a call as WebVTT: a cue for each run, and its text contains no markup and no end of a cue', () => {
  expect(transcriptVtt(spoken, words)).toBe(
    [
      'WEBVTT',
      '',
      'NOTE Call with Bobby &lt;Berg&gt;, 2026-03-09 07:05',
      '',
      '00:00:04.000 --> 00:00:15.250',
      '<v You>Is 1 &lt; 2 &amp;&amp; 3 &gt; 2?',
      '',
      '00:00:15.250 --> 01:02:03.004',
      '<v Bobby &lt;Berg&gt;>Yes --&gt;',
      'and [some text missing] more',
      '',
      '01:02:03.004 --> 01:02:05.004',
      '<v You>Good',
      '',
    ].join('\n'),
  );
});

test('without a transcript from the server the text of each user is shown', () => {
  expect(runsOf(call({ id: 'a', receivedText: 'Hi', sentText: 'Hello' }))).toEqual([
    { author: 'other', text: 'Hi', offsetMs: 0 },
    { author: 'own', text: 'Hello', offsetMs: 0 },
  ]);
  expect(runsOf(call({ id: 'a' }))).toEqual([]);
});

test.each([
  ['outgoing', true, 'terminatedRemote', 'history.out.answered', false],
  ['outgoing', false, 'busy', 'history.out.busy', false],
  ['outgoing', false, 'rejectedRemote', 'history.out.noanswer', false],
  ['outgoing', false, 'canceledLocal', 'history.out.canceled', false],
  ['outgoing', false, 'failed', 'history.out.failed', false],
  ['outgoing', false, 'unknownNumber', 'history.out.unknown', false],
  ['outgoing', false, 'unregisteredNumber', 'history.out.notallowed', false],
  ['outgoing', false, 'of_another_client', 'history.out.failed', false],
  ['incoming', true, 'terminatedLocal', 'history.in.answered', false],
  ['incoming', false, 'canceledRemote', 'history.in.missed', true],
  ['incoming', false, 'rejectedLocal', 'history.in.declined', false],
  ['incoming', false, 'failed', 'history.in.failed', true],
] as const)('HIST-01 %s, answered %s, %s is shown as %s', (...row) => {
  const [type, answered, outcome, key, isOverlooked] = row;
  const ending = { type, answered, outcome };
  expect([howItWent(ending), wasOverlooked(ending)]).toEqual([key, isOverlooked]);
});

const atDay = (...date: [number, number, number, number?]) => ({ timestamp: new Date(...date).getTime() });

test('calls are grouped as today, yesterday, a day of this year, or the date of an earlier one', () => {
  // Yesterday is the start of summer time in Europe and has 23 hours there.
  const now = new Date(2026, 2, 30, 0, 30).getTime();
  const entries = [
    atDay(2026, 2, 30),
    atDay(2026, 2, 29, 23),
    atDay(2026, 2, 29),
    atDay(2026, 0, 2),
    atDay(2025, 11, 24),
  ];
  const groups = dayGroups(entries, now, { language: 'en', today: 'Today', yesterday: 'Yesterday' });
  expect(groups.map(({ label, items }) => [label, items.length])).toEqual([
    ['Today', 1],
    ['Yesterday', 2],
    ['Friday, January 2', 1],
    ['December 24, 2025', 1],
  ]);
  const [, , german] = dayGroups(entries, now, { language: 'de', today: 'Heute', yesterday: 'Gestern' });
  expect(german?.label).toBe('Freitag, 2. Januar');
});

test('D14 the transcript says where earlier text was not kept, as text and as WebVTT', () => {
  const cut = call({ id: 'a', transcript: [{ author: 'other', text: 'the end', isCut: true, offsetMs: 0 }] });
  const plain = { ...words, nameOf: () => 'Bobby' };
  expect(transcriptText(cut, plain)).toContain(
    '[00:00] Bobby: [earlier text not kept]\n[00:00] Bobby: the end\n',
  );
  expect(transcriptVtt(cut, plain)).toContain('<v Bobby>[earlier text not kept]\nthe end\n');
});

test('D41 own text that may not have arrived is marked, as text and as WebVTT', () => {
  const doubtful = call({
    id: 'a',
    transcript: [
      { author: 'own', text: 'I am at ', offsetMs: 0 },
      { author: 'own', text: '12 Main St\nLondon', isDoubtful: true, offsetMs: 0 },
    ],
  });
  const plain = { ...words, nameOf: () => 'You' };
  expect(transcriptText(doubtful, plain)).toContain(
    [
      '[00:00] You: I am at ',
      '[00:00] You: [may not have arrived] 12 Main St',
      '[00:00] You: [may not have arrived] London',
    ].join('\n'),
  );
  expect(transcriptVtt(doubtful, plain)).toContain(
    '<v You>[may not have arrived] 12 Main St\n[may not have arrived] London\n',
  );
});
