import { useCallback, useDeferredValue } from 'react';
import { useTranslation } from 'react-i18next';
import { useMediaStage } from '../../../client/hooks/use-client.ts';
import type { PictureLayout } from '../picture/picture-layout.ts';
import { RemoteVideo } from '../picture/RemoteVideo.tsx';
import styles from './SharedScreen.module.css';

export type SharedScreenProps = {
  readonly callId: string;
  /** Name of the remote user. */
  readonly name: string;
  /** The video of the remote user is shown beside the screen. */
  readonly isVideoVisible: boolean;
  /** The place of the screen: larger than the video, smaller, or the same. */
  readonly layout: PictureLayout;
};

/**
 * The screen that the remote user shares, whole, with the means of every video to enlarge it (decision D88). Screen
 * readers announce only what changes in an element, so the words come after it.
 */
export function SharedScreen({ callId, name, isVideoVisible, layout }: SharedScreenProps) {
  const { t } = useTranslation();
  const stage = useMediaStage();
  const words = useDeferredValue(t('screen.peer', { name }), '');
  const attach = useCallback(
    (element: HTMLVideoElement | null) =>
      element === null ? undefined : stage.attachScreen(callId, element),
    [stage, callId],
  );
  return (
    <div className={styles.screen} data-layout={layout} data-alone={isVideoVisible ? undefined : true}>
      <output className={styles.words}>
        <span dir="auto">{words}</span>
      </output>
      <div className={styles.picture}>
        <RemoteVideo
          name={name}
          label={t('screen.picture', { name })}
          isVisible
          isSoundOn={false}
          remote={attach}
        />
      </div>
    </div>
  );
}
