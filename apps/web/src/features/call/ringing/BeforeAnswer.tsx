import type { CallState, ClientState } from '@samtal/call-core';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { useClient, useMediaStage } from '../../../client/hooks/use-client.ts';
import { nameOf } from '../../../client/people/remote-user-name.ts';
import { TextArea } from '../../../ui/fields/TextArea.tsx';
import { OwnVideo } from '../picture/OwnVideo.tsx';
import styles from './BeforeAnswer.module.css';

export type BeforeAnswerProps = {
  readonly call: Extract<CallState, { phase: 'calling' }>;
  /** What the caller has written so far. */
  readonly draft: string;
  readonly onWrite: (draft: string) => void;
};

/** Room for the first words; a single edit may send no more than twice as many. */
const LONGEST = 500;

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
          <TextArea
            label={t('call.write_now')}
            hint={t('call.write_hint', { name: nameOf(remoteUser) })}
            value={draft}
            maxLength={LONGEST}
            onChange={onWrite}
          />
        </div>
      ) : undefined}
    </div>
  );
}
