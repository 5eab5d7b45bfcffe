import { type Interruption, withInterruption } from '@samtal/call-core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../ui/buttons/Button.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { Avatar } from '../frame/Avatar.tsx';
import { CallHeader, type CallHeaderProps, type HeadingRef } from '../frame/CallHeader.tsx';
import stage from '../frame/stage.module.css';
import { LaterScreen } from '../later/LaterScreen.tsx';
import { LaterThreePictures } from '../later/LaterThreePictures.tsx';
import { PeerFace } from '../peer/PeerFace.tsx';
import { reasonOfFace } from '../peer/peer-words.ts';
import { type PeerOfCall, usePeer } from '../peer/use-peer.ts';
import { Pictures, type PicturesProps } from '../picture/Pictures.tsx';
import type { CallToolbarProps } from './CallToolbar.tsx';
import styles from './InCall.module.css';
import { ResumeButton } from './ResumeButton.tsx';

export type PictureProps = CallHeaderProps &
  HeadingRef &
  PeerOfCall &
  Omit<PicturesProps, 'face' | 'remote'> & {
    /** The remote user shares a screen (decision D88). */
    readonly hasScreen?: boolean | undefined;
    readonly isTextVisible: boolean;
    /** Two remote users are in sight (decision D102). */
    readonly isThree?: boolean | undefined;
    /** The call is interrupted (decision D80). */
    readonly interruption?: Interruption | undefined;
    /** Notices that stand over the header, so that they cover neither the text nor its tools. */
    readonly notices: ReactNode;
    readonly toolbar: Pick<CallToolbarProps, 'text' | 'incomingVideo' | 'hold'>;
  };

/**
 * Header and videos; with video and text both hidden, a message (INCALL-22) and the buttons that show them in
 * place.
 */
export function Picture(props: PictureProps) {
  const { name, isVideoVisible, isTextVisible, hasScreen, toolbar } = props;
  const { t } = useTranslation();
  const { peer, remote } = usePeer(props);
  const { text, incomingVideo, hold } = toolbar;
  const onResume = hold?.isOn === true ? hold.onToggle : undefined;
  // A video that still comes is not covered while this side has lost the server.
  const stated = withInterruption(peer, props.interruption);
  if (props.isThree)
    return (
      <div className={classNames(stage.stage, styles.picture)}>
        <LaterThreePictures {...props} peer={stated} remote={remote} />
        <div className={styles.notices}>{props.notices}</div>
      </div>
    );
  return (
    <div className={classNames(stage.stage, styles.picture)} data-held={onResume && ''}>
      <CallHeader {...props} peer={stated} />
      {/* The button comes before the notices, so that none of them covers it. */}
      <div className={styles.notices}>
        {onResume && <ResumeButton onPress={onResume} />}
        {props.notices}
      </div>
      {/* Before the videos, so that it can give them another place. */}
      {hasScreen && <LaterScreen {...props} />}
      <Pictures
        {...props}
        // Beside a screen the layout says how large that is.
        layout={hasScreen ? 'ownSmall' : props.layout}
        onSwap={hasScreen ? undefined : props.onSwap}
        face={reasonOfFace(peer, props.hold) && <PeerFace name={name} peer={peer} hold={props.hold} />}
        remote={remote}
      />
      {isVideoVisible || isTextVisible || hasScreen ? undefined : (
        <div className={styles.instead}>
          <Avatar name={name} />
          <p>{t('call.videoTextDisabled')}</p>
          <div className={styles.ways}>
            {text.onToggle === undefined ? undefined : (
              <Button icon="text" onPress={text.onToggle}>
                {t('call.last.show')}
              </Button>
            )}
            {incomingVideo.onToggle === undefined ? undefined : (
              <Button icon="video" onPress={incomingVideo.onToggle}>
                {t('call.show_video')}
              </Button>
            )}
          </div>
        </div>
      )}
    </div>
  );
}
