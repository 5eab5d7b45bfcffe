import type { ProviderOutcome } from '@samtal/api-contract';
import type { TextKey } from '../../i18n/index.ts';
import type { AlertEntry } from '../alerts/alerts.ts';

/** What the user reads when they come back from the provider (decision D99). */
export type OutcomeNotice = { readonly type: AlertEntry['type']; readonly key: TextKey };

/** The notice for an outcome; undefined = the page shows by itself that the user is logged in. */
export function outcomeNotice(outcome: ProviderOutcome): OutcomeNotice | undefined {
  if (outcome === 'done') return undefined;
  if (outcome === 'proved' || outcome === 'connected') return { type: 'success', key: `signin.${outcome}` };
  return { type: outcome === 'cancelled' ? 'info' : 'danger', key: `signin.${outcome}` };
}
