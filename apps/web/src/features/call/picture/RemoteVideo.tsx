import type { ReactNode, RefCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '../../../ui/buttons/IconButton.tsx';
import { useFocusReturn } from '../../../ui/dialogs/use-focus-return.ts';
import styles from './RemoteVideo.module.css';
import { useZoom } from './use-zoom.ts';
import { transformOf } from './zoom.ts';

export type RemoteVideoProps = {
  /** Name of the remote user. */
  readonly name: string;
  /** The name of the video; absent = the video of the remote user. */
  readonly label?: string;
  /** False = only the sound goes on. */
  readonly isVisible: boolean;
  readonly isSoundOn: boolean;
  readonly remote: RefCallback<HTMLVideoElement>;
  /** What covers the video, such as the face of a user whose camera is off: there is nothing to zoom. */
  readonly children?: ReactNode;
};

const nowhere = (): null => null;

/** The remote video, in which the user can zoom and move (INCALL-01, decision D17). */
export function RemoteVideo({ name, label, isVisible, isSoundOn, remote, children }: RemoteVideoProps) {
  const { t } = useTranslation();
  const { zoom, frame, zoomIn, zoomOut, showWhole, handlers } = useZoom();
  const isZoomed = zoom.scale > 1;
  const hasZoom = isVisible && !children;
  // Buttons that go with the focus give it to the name of the call.
  const { ref } = useFocusReturn(nowhere);
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the buttons in it do the same
    <div
      ref={frame}
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a group of a video and buttons, not of form fields
      role="group"
      aria-label={label ?? t('call.zoom.name', { name })}
      className={styles.frame}
      data-visible={isVisible || undefined}
      data-zoomed={isZoomed || undefined}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- zoomed by + and -, moved by arrow keys
      tabIndex={hasZoom ? 0 : -1}
      aria-hidden={!isVisible}
      {...handlers}
    >
      {/* oxlint-disable-next-line jsx-a11y/media-has-caption -- a live call has no caption file; its text panel carries the text */}
      <video
        ref={remote}
        className={styles.video}
        style={{ transform: transformOf(zoom) }}
        aria-label={label ?? t('call.picture_of', { name })}
        aria-hidden={!isVisible}
        autoPlay
        playsInline
        muted={!isSoundOn}
      />
      {children}
      {hasZoom ? (
        <div ref={ref} className={styles.buttons}>
          <IconButton icon="plus" kind="raised" label={t('call.zoom.in')} onPress={zoomIn} />
          <IconButton icon="minus" kind="raised" label={t('call.zoom.out')} onPress={zoomOut} />
          {isZoomed ? (
            <IconButton icon="fullscreen" kind="raised" label={t('call.zoom.whole')} onPress={showWhole} />
          ) : undefined}
        </div>
      ) : undefined}
    </div>
  );
}
