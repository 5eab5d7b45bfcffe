import { createSeededRandom } from '@samtal/test-kit';
import { expect, test } from 'vitest';
import type { AlertEntry } from './alerts.ts';
import { shownAlerts } from './shown-alerts.ts';

const types = {
  networkError: 'danger',
  saved: 'success',
  permissionError: 'danger',
  edit: 'danger',
  position: 'info',
  missedCall: 'info',
} as const;
type Name = keyof typeof types;
const names = Object.keys(types) as readonly Name[];

const listOf = (shown: readonly Name[]): readonly AlertEntry[] =>
  shown.map((id) => ({ id, type: types[id], message: { key: 'common.save' } }));

test.each<readonly [readonly Name[], 'page' | 'call', 'banner' | 'no banner', readonly Name[]]>([
  [['saved', 'networkError'], 'page', 'no banner', ['saved', 'networkError']],
  [['saved', 'networkError'], 'page', 'banner', ['saved']],
  [['saved'], 'call', 'no banner', []],
  [['networkError'], 'call', 'no banner', []],
  [['missedCall'], 'call', 'no banner', ['missedCall']],
  [['position', 'missedCall'], 'call', 'no banner', ['missedCall']],
  [['missedCall', 'position'], 'call', 'no banner', ['position']],
  [['permissionError', 'missedCall'], 'call', 'no banner', ['permissionError']],
  [['permissionError', 'edit', 'missedCall'], 'call', 'no banner', ['edit']],
  [['edit', 'saved'], 'call', 'banner', ['edit']],
])('NAV-19 of %j a %s with %s shows %j', (given, place, banner, expected) => {
  const shown = shownAlerts(listOf(given), {
    hasCall: place === 'call',
    hasNetworkBanner: banner === 'banner',
  });
  expect(shown.map(({ id }) => id)).toEqual(expected);
});

test('D34 when the shown alerts of a call are dismissed one by one, each alert of the call has its turn', () => {
  const random = createSeededRandom(16);
  for (let run = 0; run < 300; run++) {
    let list = listOf(names.filter(() => random() < 0.6).toSorted(() => random() - 0.5));
    const due = list.filter(({ id }) => id !== 'saved' && id !== 'networkError').length;
    for (let turn = 0; turn < due; turn++) {
      const [shown, ...more] = shownAlerts(list, { hasCall: true, hasNetworkBanner: false });
      expect(more).toEqual([]);
      if (list.some(({ id }) => id === 'edit' || id === 'permissionError'))
        expect(shown?.type).toBe('danger');
      list = list.filter((alert) => alert !== shown);
    }
    expect(shownAlerts(list, { hasCall: true, hasNetworkBanner: false })).toEqual([]);
  }
});
