import type { ClientState } from '@samtal/call-core';
import { useTranslation } from 'react-i18next';
import { useClient } from '../../../client/hooks/use-client.ts';
import { ToggleButton } from '../../../ui/buttons/ToggleButton.tsx';
import { ariaOf } from '../in-call/call-shortcuts.ts';
import { screenIn } from './screen-words.ts';

export type ShareButtonProps = { readonly onPress: () => void };

const isHeld = ({ hold }: ClientState) => hold.isOwn || hold.isByPeer;

/** Button that shares the user's screen, or stops that; not possible while the call is held, or if the peer refuses. */
export function ShareButton({ onPress }: ShareButtonProps) {
  const { t } = useTranslation();
  const screen = useClient(screenIn);
  const held = useClient(isHeld);
  const isOn = screen !== undefined && screen.own !== 'none';
  const isRefused = screen?.isRefused === true;
  return (
    <ToggleButton
      label={t(isRefused ? 'screen.share_refused' : 'screen.share')}
      icon="screen"
      aria-keyshortcuts={ariaOf('share')}
      isOn={isOn}
      onToggle={!isRefused && (isOn || !held) ? onPress : undefined}
    />
  );
}
