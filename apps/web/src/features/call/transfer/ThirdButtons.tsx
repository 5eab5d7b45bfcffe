import { type ClientState, canInvite, type TransferOrder } from '@samtal/call-core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useClient } from '../../../client/hooks/use-client.ts';
import { useFeature } from '../../../client/hooks/use-feature.ts';
import { ToolbarButton } from '../../../ui/buttons/ToolbarButton.tsx';
import { useFocusReturn } from '../../../ui/dialogs/use-focus-return.ts';
import { hasSecondCall } from '../second/second-call-state.ts';
import styles from './ThirdButtons.module.css';

/** What the user wants of a third user: that the remote user calls them, or that they come into the call. */
export type ThirdUser = Extract<TransferOrder['do'], 'ask' | 'inviteThird'>;

export type ThirdButtonsProps = { readonly onPress: (how: ThirdUser) => void };

const canTransfer = (state: ClientState): boolean =>
  state.call.phase === 'accepted' &&
  state.call.media.takesTransfers === true &&
  !hasSecondCall(state) &&
  (state.three === undefined || state.three.phase === 'failed');

/** The buttons of a call that choose a third user, where that is possible (decisions D87, D102). */
export function ThirdButtons({ onPress }: ThirdButtonsProps) {
  const { t } = useTranslation();
  const mayTransfer = useFeature('transfer');
  const isTransferable = useClient(canTransfer);
  return (
    <>
      {useClient(canInvite) ? (
        <Disappearing>
          <ToolbarButton label={t('three.invite')} icon="users" onPress={() => onPress('inviteThird')} />
        </Disappearing>
      ) : undefined}
      {mayTransfer && isTransferable ? (
        <Disappearing>
          <ToolbarButton label={t('toolbar.transfer')} icon="callOut" onPress={() => onPress('ask')} />
        </Disappearing>
      ) : undefined}
    </>
  );
}

const nowhere = (): null => null;

/** Around a button that disappears when pressed: the focus then goes to the name of the call, which is read out. */
function Disappearing({ children }: { readonly children: ReactNode }) {
  const { ref } = useFocusReturn(nowhere);
  return (
    <span ref={ref} className={styles.disappearing}>
      {children}
    </span>
  );
}
