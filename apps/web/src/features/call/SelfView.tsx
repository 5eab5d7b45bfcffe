import type { CSSProperties, RefCallback } from 'react';
import { useTranslation } from 'react-i18next';
import type { KeyValueStore } from '../../client/ports.ts';
import { Icon, type IconName } from '../../ui/Icon.tsx';
import styles from './SelfView.module.css';
import { useSelfViewPlace } from './use-self-view-place.ts';

export type SelfViewProps = {
  readonly isCameraOn: boolean;
  /** Shows the own camera in the element, until the function it returns is called. */
  readonly attachLocal: RefCallback<HTMLVideoElement>;
  /** Remembers its place and size from call to call. */
  readonly store?: KeyValueStore | undefined;
};

/**
 * The own picture, mirrored here and nowhere else: people move as they do before a mirror (decision D17). It can be
 * dragged, and everything a drag does is done by keys and by buttons as well (INCALL-02, INCALL-04, WCAG 2.5.7).
 */
export function SelfView({ isCameraOn, attachLocal, store }: SelfViewProps) {
  const { t } = useTranslation();
  const { place, figure, moveHandlers, resizeHandlers, ...actions } = useSelfViewPlace(store);
  const style = { '--share': place.share, '--x': place.x, '--y': place.y } as CSSProperties;
  return (
    <div className={styles.area}>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the buttons on it do the same */}
      <figure
        ref={figure}
        className={styles.self}
        style={style}
        aria-label={t('call.self_view')}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- moved by arrow keys, resized by + and -
        tabIndex={0}
        onKeyDown={actions.onKeyDown}
        onMouseDown={actions.onMouseDown}
        {...moveHandlers}
      >
        <video ref={attachLocal} className={styles.video} autoPlay playsInline muted />
        {isCameraOn ? undefined : (
          <figcaption className={styles.off}>
            <Icon name="cameraOff" />
            <span className={styles.words}>{t('call.own_camera_off')}</span>
          </figcaption>
        )}
        <div className={styles.actions}>
          <Action label={t('call.self_view_corner')} icon="selfView" onPress={actions.onNextCorner} />
          <Action label={t('call.self_view_smaller')} icon="minus" onPress={actions.onSmaller} />
          <Action label={t('call.self_view_larger')} icon="plus" onPress={actions.onLarger} />
        </div>
        <span className={styles.handle} data-handle aria-hidden="true" {...resizeHandlers} />
      </figure>
    </div>
  );
}

type ActionProps = { readonly label: string; readonly icon: IconName; readonly onPress: () => void };

function Action({ label, icon, onPress }: ActionProps) {
  return (
    <button type="button" className={styles.action} aria-label={label} title={label} onClick={onPress}>
      <Icon name={icon} size="1.125rem" />
    </button>
  );
}
