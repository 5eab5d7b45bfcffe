import type { ComponentType, ReactNode } from 'react';
import { useFeature } from '../../client/hooks/use-feature.ts';
import type { EmergencyProps } from '../../features/emergency/Emergency.tsx';
import { Loading } from '../../ui/loading/Loading.tsx';
import { useFetched } from '../../ui/loading/use-fetched.ts';

let known: ComponentType<EmergencyProps> | undefined;

async function fetchButton(): Promise<ComponentType<EmergencyProps>> {
  const { load } = await import('../../features/emergency/load-emergency.ts');
  return (known ??= (await load()).default);
}

const useButton = () => useFetched(fetchButton, known);

/** The emergency button (decision D89). Without its code the page works, and emergency numbers can be dialled. */
export const Emergency = (props: EmergencyProps) => useFeature('emergency') && <Button {...props} />;

function Button(props: EmergencyProps) {
  const button = useButton();
  return button.phase === 'ready' && <button.value {...props} />;
}

type WithEmergencyProps = {
  /** The user has the button. */
  readonly isOn: boolean;
  readonly children: ReactNode;
};

/** Shows pages together with the button, which would move the links beside it if it came after them. */
export const WithEmergency = ({ isOn, children }: WithEmergencyProps) =>
  isOn ? <Together>{children}</Together> : children;

function Together({ children }: Pick<WithEmergencyProps, 'children'>) {
  return useButton().phase === 'waiting' ? <Loading /> : children;
}
