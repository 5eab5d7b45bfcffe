import { featuresFor, parseBrand } from '@samtal/api-contract';
import { expect, test } from 'vitest';
import { helpTopicsFor } from './help-topics.ts';

const topicsWith = (features: object) => {
  const parsed = parseBrand({ features });
  if (!parsed.ok) throw new Error('the brand is valid');
  return helpTopicsFor(featuresFor(parsed.brand, 1, [])).map(({ title }) => title);
};

test('D73 help speaks only of what the user has', () => {
  expect(topicsWith({})).toEqual(['help.answer_title']);
  expect(topicsWith({ call: true, text: true })).toEqual([
    'help.call_title',
    'help.answer_title',
    'help.text_title',
    'toolbar.shortcuts',
  ]);
  expect(topicsWith({ transfer: true })).toContain('help.transfer_title');
  expect(topicsWith({ doNotDisturb: true })).toContain('help.quiet_title');
  expect(topicsWith({ emergency: true })).toContain('help.emergency_title');
  expect(topicsWith({ hold: true })).toContain('help.hold_title');
  expect(topicsWith({ screenSharing: true })).toContain('help.screen_title');
  expect(topicsWith({ hold: true, secondCall: true })).toContain('help.second_title');
  expect(topicsWith({ secondCall: true })).not.toContain('help.second_title');
  expect(topicsWith({ callContinuity: true })).toContain('help.interrupted_title');
  expect(topicsWith({ settings: true })).not.toContain('help.look_title');
  expect(topicsWith({ settings: true, changeText: true })).toContain('help.look_title');
});
