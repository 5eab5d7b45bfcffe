import type { Settings } from '@samtal/api-contract';
import type { KeyValueStore } from '../../client/store/key-value-store.ts';

/** The steps in their order (decision D71). */
export const STEPS = ['devices', 'text', 'call'] as const;
export type Step = (typeof STEPS)[number];

/** The setting of the account that says that the start was finished or skipped, on any device. */
export const START_OVER = { key: 'WEB_FIRST_STEPS', value: 'done' } as const;

const doneKey = 'firstSteps';
const stepKey = 'firstStep';

/** Whether the start was finished or skipped; the tab knows it before the account does. */
export const isStartOver = (settings: Settings, tab: KeyValueStore): boolean =>
  settings[START_OVER.key] === START_OVER.value || tab.get(doneKey) === START_OVER.value;

export const endStart = (tab: KeyValueStore): void => tab.set(doneKey, START_OVER.value);

/** The step to show: the one that this tab has shown last, so that a visit to another page loses nothing. */
export const stepOf = (tab: KeyValueStore): Step =>
  STEPS.find((step) => step === tab.get(stepKey)) ?? STEPS[0];

export const keepStep = (tab: KeyValueStore, step: Step): void => tab.set(stepKey, step);

/** The steps before and after this one; undefined where there is none. */
export function neighboursOf(step: Step): {
  readonly before: Step | undefined;
  readonly after: Step | undefined;
} {
  const index = STEPS.indexOf(step);
  return { before: STEPS[index - 1], after: STEPS[index + 1] };
}
