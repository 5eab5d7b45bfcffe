import { createFakeClock, createFakeNetwork, createTestClient, settingsOf } from '@samtal/test-kit';
import { expect, test } from 'vitest';
import type { RemoteUser } from '../ports.ts';
import { callStateFields } from './call-state-fields.ts';

/** Anna has saved Bo under another name than his address. */
const nameOf = ({ address }: RemoteUser): string => (address === 'bo@demo.example' ? 'Bo Ek' : address);

function createScene() {
  const clock = createFakeClock();
  const network = createFakeNetwork(clock);
  const [anna, bo] = [createTestClient(network, clock, 1), createTestClient(network, clock, 2)];
  anna.intents.start(settingsOf('anna'));
  bo.intents.start(settingsOf('bo'));
  clock.advance(1000);
  return { clock, anna, bo, fieldsOf: (who: typeof anna) => callStateFields(who.getState(), nameOf) };
}

test('STATE-02 before the first call the remote user is undefined and no medium is available', () => {
  const { anna, fieldsOf } = createScene();
  expect(fieldsOf(anna)).toMatchObject({
    callTo: undefined,
    callStatus: undefined,
    callB: undefined,
    callBName: undefined,
    text_in: '',
    text_out: '',
    text_combined: '',
    text_dtmf: '',
    audioavailable: false,
    videoavailable: false,
    textavailable: false,
    audio: false,
    video: false,
  });
});

test('STATE-02 during a call the fields show the remote user, the media, the text and the switches', () => {
  const { clock, anna, bo, fieldsOf } = createScene();
  anna.intents.call('bo');
  clock.advance(1000);
  expect(fieldsOf(anna)).toMatchObject({ callTo: 'bo@demo.example', callStatus: 'CALLING' });
  expect(fieldsOf(bo)).toMatchObject({
    callTo: undefined,
    callStatus: 'INCOMING_CALL',
    callB: 'anna@demo.example',
  });
  bo.intents.answer();
  clock.advance(1000);
  bo.intents.editText('hej');
  anna.intents.editText('hi');
  anna.intents.togglePanel('text');
  anna.intents.toggleMicrophone();
  anna.intents.toggleSound();
  anna.intents.sendTone('5');
  clock.advance(1000);
  bo.intents.editText('hej!');
  clock.advance(6000);
  expect(fieldsOf(anna)).toEqual({
    callTo: 'bo@demo.example',
    callStatus: 'ACCEPTED',
    text_in: 'hej!',
    text_out: 'hi',
    text_combined: 'hi\nhej!',
    text_dtmf: '5',
    text_unread: true,
    videoVisible: true,
    textVisible: false,
    soundOn: false,
    dialerVisible: false,
    selfViewVisible: true,
    showMore: false,
    audio: false,
    video: true,
    knockknock: false,
    fullscreenEnabled: false,
    audioavailable: true,
    textavailable: true,
    videoavailable: true,
    callB: 'bo@demo.example',
    callBName: 'Bo Ek',
  });
  anna.intents.hangUp();
  clock.advance(3000);
  expect(fieldsOf(anna)).toMatchObject({ callStatus: 'COMPLETED', audioavailable: false, text_in: 'hej!' });
});

test('RTT-14 A-049 the combined text has the runs of both in order of arrival, and is empty in the next call', () => {
  const { clock, anna, bo, fieldsOf } = createScene();
  const talk = (): void => {
    anna.intents.call('bo');
    clock.advance(1000);
    bo.intents.answer();
    clock.advance(1000);
  };
  const write = (who: typeof anna, text: string): void => {
    who.intents.editText(text);
    clock.advance(1000);
  };
  talk();
  write(anna, 'Helo\n');
  write(bo, 'Hi\n');
  write(anna, 'Hello\n');
  write(anna, 'Hello\nAt nine?\n');
  write(bo, 'Hi\nYes');
  for (const [who, [mine, theirs]] of [
    [anna, ['Hello\nAt nine?\n', 'Hi\nYes']],
    [bo, ['Hi\nYes', 'Hello\nAt nine?\n']],
  ] as const)
    expect(fieldsOf(who)).toMatchObject({
      text_in: theirs,
      text_out: mine,
      text_combined: 'Hello\nHi\nAt nine?\nYes',
    });
  anna.intents.hangUp();
  clock.advance(3000);
  expect(fieldsOf(anna).text_combined).toBe('Hello\nHi\nAt nine?\nYes');
  bo.intents.dismiss();
  talk();
  expect(fieldsOf(anna).text_combined).toBe('');
});
