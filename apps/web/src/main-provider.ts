import { outcomeIn } from '@samtal/api-contract';
import { getI18n } from 'react-i18next';
import type { AppServices } from './client/hooks/app-services.ts';
import { outcomeNotice } from './client/session/provider-outcome.ts';
import { addPageTexts } from './i18n/page-texts.ts';

/**
 * The user comes back from the OpenID Connect provider (decision D99): begins the session, or says why there is none. Loaded
 * only for addresses that say so.
 */
export async function comeBack({ session, alerts, brand }: AppServices): Promise<void> {
  const outcome = outcomeIn(location.hash);
  // A reload or a bookmark is no new log-in.
  history.replaceState(history.state, '', `${location.pathname}${location.search}`);
  const texts = addPageTexts(getI18n()).catch(() => undefined);
  if (outcome === 'done') return session.loginWithProvider(false);
  session.begin();
  const notice = outcome && outcomeNotice(outcome);
  if (notice === undefined) return undefined;
  await texts;
  const { type, key } = notice;
  alerts.show({ id: 'provider', type, message: { key, name: brand.provider?.label ?? '' } });
  return undefined;
}
