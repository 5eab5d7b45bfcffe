import { DO_NOT_DISTURB } from '@samtal/api-contract';
import type { ComponentType } from 'react';
import { lazy, Suspense } from 'react';
import { getI18n } from 'react-i18next';
import { useAppServices } from '../../client/hooks/app-services.ts';
import { useClient } from '../../client/hooks/use-client.ts';
import { isAnonymous } from '../../client/session/user.ts';
import { useStore } from '../../client/store/store.ts';
import type { DoNotDisturbMenuProps } from '../../features/do-not-disturb/DoNotDisturbMenu.tsx';
import { fetchedLater } from '../../ui/loading/fetched-later.tsx';
import { needsCallScreen } from '../bookkeeping/needs-call-screen.ts';

/** Waits for code and for its texts. */
async function withTexts<T>(code: Promise<T>): Promise<T> {
  const { addLaterTexts } = await import('../../i18n/later-texts.ts');
  const [loaded] = await Promise.all([code, addLaterTexts(getI18n())]);
  return loaded;
}

const LaterNotice = fetchedLater(() =>
  withTexts(import('../../features/do-not-disturb/DoNotDisturbNotice.tsx')),
);

/** Without its code the page works, as where the brand does not have it. */
const LaterMenu = lazy<ComponentType<DoNotDisturbMenuProps>>(async () => {
  try {
    return await withTexts(import('../../features/do-not-disturb/DoNotDisturbMenu.tsx'));
  } catch {
    return { default: () => undefined };
  }
});

/** The setting of a user who may let calls not ring: one with an account, where the brand has it. */
function useSetting(): string | undefined {
  const { session, brand } = useAppServices();
  const state = useStore(session.state);
  if (state.phase !== 'signedIn' || !state.features.doNotDisturb || isAnonymous(state.user, brand))
    return undefined;
  return state.settings[DO_NOT_DISTURB];
}

export function DoNotDisturbMenu(props: DoNotDisturbMenuProps) {
  return useSetting() === undefined ? undefined : (
    <Suspense fallback={<span hidden aria-busy="true" />}>
      <LaterMenu {...props} />
    </Suspense>
  );
}

/** While calls do not ring, the page says so. */
export function DoNotDisturbNotice() {
  const value = useSetting();
  const isInCall = useClient(needsCallScreen);
  // This live region is always in the page, so that assistive technology observes it.
  return (
    <div aria-live="polite">
      {value === undefined || value === 'off' ? undefined : <LaterNotice isInCall={isInCall} />}
    </div>
  );
}
