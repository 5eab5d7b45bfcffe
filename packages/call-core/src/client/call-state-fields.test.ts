import { createFakeClock, createFakeNetwork, createTestClient, settingsOf } from '@samtal/test-kit';
import { expect, test } from 'vitest';
import { callStateFields } from './call-state-fields.ts';

function createScene() {
  const clock = createFakeClock();
  const network = createFakeNetwork(clock);
  const [anna, bo] = [createTestClient(network, clock, 1), createTestClient(network, clock, 2)];
  anna.intents.start(settingsOf('anna'));
  bo.intents.start(settingsOf('bo'));
  clock.advance(1000);
  return { clock, anna, bo, fieldsOf: (who: typeof anna) => callStateFields(who.getState()) };
}

test('STATE-02 before the first call there is nobody and nothing is available', () => {
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

test('STATE-02 in a call the fields say who, what is available, what was written and what is on', () => {
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
    text_combined: 'hej!\nhi',
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
    callBName: fieldsOf(anna).callBName,
  });
  anna.intents.hangUp();
  clock.advance(3000);
  expect(fieldsOf(anna)).toMatchObject({ callStatus: 'COMPLETED', audioavailable: false, text_in: 'hej!' });
});
