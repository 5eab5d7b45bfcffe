import type { CallState, ClientState } from '@samtal/call-core';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { useClient, useMediaStage } from '../../../client/hooks/use-client.ts';
import { nameOf } from '../../../client/people/remote-user-name.ts';
import { OwnVideo } from '../picture/OwnVideo.tsx';
import styles from './BeforeAnswer.module.css';
import { FirstWords, type FirstWordsProps } from './FirstWords.tsx';

export type BeforeAnswerProps = Omit<FirstWordsProps, 'name'> & {
  readonly call: Extract<CallState, { phase: 'calling' }>;
};

const workingOf = ({ media }: ClientState) => media.working;

/** What a caller sees and can do while waiting for the answer: the own video, and the first words. */
export function BeforeAnswer({ call: { call, wanted, progress }, draft, onWrite }: BeforeAnswerProps) {
  const { t } = useTranslation();
  const stage = useMediaStage();
  const working = useClient(workingOf);
  const { callId, remoteUser } = call;
  const attachLocal = useCallback(
    (element: HTMLVideoElement | null) => (element === null ? undefined : stage.attachLocal(callId, element)),
    [stage, callId],
  );
  const hasVideo = wanted.video && progress !== 'acquiringMedia';
  return (
    <div className={styles.waiting}>
      {hasVideo ? (
        <figure className={styles.own} aria-label={t('call.self_view')}>
          <OwnVideo isCameraOn={working.video} attachLocal={attachLocal} />
        </figure>
      ) : undefined}
      {wanted.text ? (
        <div className={styles.words}>
          <FirstWords name={nameOf(remoteUser)} draft={draft} onWrite={onWrite} />
        </div>
      ) : undefined}
    </div>
  );
}
