import type { ComponentType, ReactNode } from 'react';
import { useFeature } from '../../client/hooks/use-feature.ts';
import type { EmergencyProps } from '../../features/emergency/Emergency.tsx';
import { atMost, fetchUntilThere } from '../../ui/loading/fetch-until-there.ts';
import { Loading } from '../../ui/loading/Loading.tsx';
import { useFetched } from '../../ui/loading/use-fetched.ts';

let known: ComponentType<EmergencyProps> | undefined;

async function fetchOnce(): Promise<ComponentType<EmergencyProps>> {
  const { load } = await import('../../features/emergency/load-emergency.ts');
  return (known ??= (await load()).default);
}

const fetchButton = () => fetchUntilThere(fetchOnce);

/** Longest wait of the pages for the button, in ms. */
export const PAGES_WAIT_MS = 2000;

const fetchInTime = () => atMost(fetchOnce(), PAGES_WAIT_MS);

/**
 * The emergency button (decision D89), as soon as its code can be loaded. Until then the page works, and emergency numbers can
 * be dialled.
 */
export const Emergency = (props: EmergencyProps) => useFeature('emergency') && <Button {...props} />;

function Button(props: EmergencyProps) {
  const button = useFetched(fetchButton, known);
  return button.phase === 'ready' && <button.value {...props} />;
}

type WithEmergencyProps = {
  /** The user has the button. */
  readonly isOn: boolean;
  readonly children: ReactNode;
};

/**
 * Shows pages together with the button, which would move the links beside it if it came after them. It may, where its code
 * cannot be loaded in time.
 */
export const WithEmergency = ({ isOn, children }: WithEmergencyProps) =>
  isOn ? <Together>{children}</Together> : children;

function Together({ children }: Pick<WithEmergencyProps, 'children'>) {
  return useFetched(fetchInTime, known).phase === 'waiting' ? <Loading /> : children;
}
