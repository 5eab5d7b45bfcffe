import { useTranslation } from 'react-i18next';
import { Icon } from '../../ui/Icon.tsx';
import { ToggleButton } from '../../ui/ToggleButton.tsx';
import { Toolbar } from '../../ui/Toolbar.tsx';
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx';
import styles from './CallToolbar.module.css';

export type ToggleProps = {
  readonly isOn: boolean;
  /** Undefined = its medium is not part of this call, or not possible in this browser. */
  readonly onToggle: (() => void) | undefined;
};

export type CallToolbarProps = {
  readonly microphone: ToggleProps;
  readonly ownCamera: ToggleProps;
  readonly sound: ToggleProps;
  readonly incomingVideo: ToggleProps;
  readonly selfView: ToggleProps;
  readonly text: ToggleProps;
  readonly fullscreen: ToggleProps;
  /** Text has come while the text panel was hidden (INCALL-19). */
  readonly isTextUnread: boolean;
  /** The compact bar keeps the rarer buttons behind this one (INCALL-07, -16). */
  readonly more: ToggleProps | undefined;
  readonly onHangUp: () => void;
};

/** Everything that can be switched during a call (INCALL-06, -08). */
export function CallToolbar(props: CallToolbarProps) {
  const { t } = useTranslation();
  const { more, isTextUnread, onHangUp } = props;
  return (
    <Toolbar label={t('toolbar.name')} className={styles.bar}>
      <button
        type="button"
        className={styles.hangUp}
        aria-label={t('toolbar.hangup')}
        title={t('toolbar.hangup')}
        onClick={onHangUp}
      >
        <span className={styles.sign}>
          <Icon name="hangUp" size="1.75rem" />
        </span>
        <span className={styles.label} aria-hidden="true">
          {t('toolbar.hangup')}
        </span>
      </button>
      <ToggleButton
        label={t('toolbar.microphone')}
        icon="microphone"
        offIcon="microphoneOff"
        {...props.microphone}
      />
      <ToggleButton label={t('toolbar.owncamera')} icon="camera" offIcon="cameraOff" {...props.ownCamera} />
      <span className={styles.text} data-unread={isTextUnread || undefined}>
        <ToggleButton label={t('toolbar.text')} icon="text" {...props.text} />
        <VisuallyHidden>
          <output>{isTextUnread ? t('toolbar.unread_text') : undefined}</output>
        </VisuallyHidden>
      </span>
      {more === undefined ? undefined : <ToggleButton label={t('toolbar.more')} icon="more" {...more} />}
      {more?.isOn === false ? undefined : (
        <>
          <ToggleButton label={t('toolbar.audio')} icon="speaker" offIcon="speakerOff" {...props.sound} />
          <ToggleButton
            label={t('toolbar.incomingvideo')}
            icon="video"
            offIcon="videoOff"
            {...props.incomingVideo}
          />
          <ToggleButton label={t('toolbar.selfview')} icon="selfView" {...props.selfView} />
          <ToggleButton label={t('toolbar.fullscreen')} icon="fullscreen" {...props.fullscreen} />
        </>
      )}
    </Toolbar>
  );
}
