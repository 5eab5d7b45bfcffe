import {
  askedIn,
  type ClientState,
  canAskAgain,
  type RemoteUser,
  type ThreePeopleState,
  type TransferOrder,
} from '@samtal/call-core';
import { useTranslation } from 'react-i18next';
import { useClient } from '../../../client/hooks/use-client.ts';
import { Button } from '../../../ui/buttons/Button.tsx';
import { useFocusReturn } from '../../../ui/dialogs/use-focus-return.ts';
import { Alert } from '../../../ui/notices/Alert.tsx';
import { Late } from '../../../ui/notices/Late.tsx';
import { SpokenWords } from '../../../ui/notices/SpokenWords.tsx';
import { Answers } from '../transfer/Answers.tsx';
import { useTransferOrders } from '../transfer/use-transfer-orders.ts';
import { useUserName } from '../use-user-name.ts';
import { SETTLED_MS, wordsOfThree } from './three-words.ts';

export type ThreeNoticeProps = {
  /** Name of the remote user of the call in front. */
  readonly name: string;
  readonly three: ThreePeopleState;
};

/** The orders that a press gives while this goes on, with their words. */
const withdrawals = {
  calling: 'common.cancel',
  dialling: 'common.cancel',
  asking: 'three.leave',
} as const;

const userWith = ({ call, behind }: ClientState, callId: string): RemoteUser | undefined => {
  const found = [call, behind?.call].find((each) => each && 'call' in each && each.call.callId === callId);
  return found && 'call' in found ? found.call.remoteUser : undefined;
};
/** The user who is asked, was asked, or can be asked, wherever their call is on the screen. */
const askedUser = (state: ClientState): RemoteUser | undefined =>
  state.three && userWith(state, askedIn(state.three));
/** The other one of the two others. */
const otherUser = (state: ClientState): RemoteUser | undefined => {
  const { three } = state;
  return three && (askedIn(three) === three.otherId ? userWith(state, three.callId) : undefined);
};
/** What the two others have of each other is of no use to a user who has lost one of them: it is about to change. */
const isInterrupted = ({ continuity, behind }: ClientState): boolean =>
  (continuity.interruption ?? behind?.continuity.interruption) !== undefined;

/** Whether the user has to know that something is wrong. */
const isBad = (three: ThreePeopleState): boolean =>
  (three.phase === 'failed' && three.isMet !== true) ||
  (three.phase === 'together' && three.apart?.isLost === true);

/** Says how a call of three comes about, and asks the partner before anything of theirs goes to the third user. */
export function ThreeNotice({ three, ...props }: ThreeNoticeProps) {
  const { t } = useTranslation();
  const { give, hasFailed } = useTransferOrders();
  const asked = useUserName(useClient(askedUser));
  const name = asked || props.name;
  const other = useUserName(useClient(otherUser) ?? three.other);
  const focusReturn = useFocusReturn();
  const isUnsure = useClient(isInterrupted) && three.phase === 'together';
  const key = wordsOfThree(three);
  if (key === undefined || isUnsure) return undefined;
  const { phase } = three;
  const words = { name, other };
  const { address } = three.other;
  const order = (wanted: TransferOrder) => () => void give(wanted);
  const isAskedAgain = phase === 'asking' && three.apart !== undefined;
  const withdrawal =
    phase in withdrawals && !isAskedAgain ? withdrawals[phase as keyof typeof withdrawals] : undefined;
  const notice = (
    <div {...focusReturn}>
      <Alert
        type={isBad(three) ? 'danger' : 'info'}
        isInLiveRegion
        dismissLabel={t('error.dismiss')}
        onDismiss={phase === 'failed' ? order({ do: 'dismiss' }) : undefined}
      >
        <SpokenWords isUrgent={isBad(three) || phase === 'asked'}>
          <p dir="auto">
            {t(key, words)} {phase === 'asked' && other !== address ? <bdi>{address}</bdi> : undefined}
          </p>
          {hasFailed ? <p dir="auto">{t('transfer.not_loaded')}</p> : undefined}
          {phase === 'asked' ? <p dir="auto">{t('three.means', words)}</p> : undefined}
        </SpokenWords>
        {phase === 'asked' ? (
          <Answers>
            <Button kind="primary" onPress={order({ do: 'accept' })}>
              {t('three.agree')}
            </Button>
            <Button onPress={order({ do: 'decline' })}>{t('three.refuse')}</Button>
          </Answers>
        ) : undefined}
        {canAskAgain(three) ? (
          <Answers isBesideWaiting={phase === 'failed'}>
            <Button onPress={order({ do: 'inviteAgain' })}>{t('three.again', words)}</Button>
          </Answers>
        ) : undefined}
        {phase === 'failed' && three.isMet ? (
          <Answers isBesideWaiting>
            <Button onPress={order({ do: 'talkWithBoth' })}>{t('three.both')}</Button>
          </Answers>
        ) : undefined}
        {withdrawal === undefined ? undefined : (
          <Answers>
            <Button onPress={order({ do: 'decline' })}>{t(withdrawal, words)}</Button>
          </Answers>
        )}
      </Alert>
    </div>
  );
  return phase === 'together' ? (
    <Late key={key} afterMs={SETTLED_MS}>
      {notice}
    </Late>
  ) : (
    notice
  );
}
