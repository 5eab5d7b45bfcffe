import type { Ref, RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import { ToggleButton } from '../../../ui/buttons/ToggleButton.tsx';
import { Toolbar } from '../../../ui/buttons/Toolbar.tsx';
import { ToolbarButton } from '../../../ui/buttons/ToolbarButton.tsx';
import { VisuallyHidden } from '../../../ui/page/VisuallyHidden.tsx';
import { FlipCameraButton } from '../devices/FlipCameraButton.tsx';
import styles from './CallToolbar.module.css';
import { ariaOf } from './call-shortcuts.ts';

export type ToggleProps = {
  readonly isOn: boolean;
  /** Undefined = the button is disabled, because it cannot work in this call or this browser. */
  readonly onToggle: (() => void) | undefined;
};

export type CallToolbarProps = {
  readonly microphone: ToggleProps;
  readonly ownCamera: ToggleProps;
  readonly sound: ToggleProps;
  readonly incomingVideo: ToggleProps;
  readonly selfView: ToggleProps;
  readonly text: ToggleProps;
  readonly dialpad: ToggleProps;
  readonly fullscreen: ToggleProps;
  /** Text has arrived while the text panel was hidden (INCALL-19). */
  readonly isTextUnread: boolean;
  /** True = the screen is small: the button "More" shows the less used buttons (INCALL-07, INCALL-16). */
  readonly isCompact: boolean;
  readonly more: { readonly isOpen: boolean; readonly onToggle: () => void };
  /** Opens a dialog about the media that the user's settings have turned off; undefined = no such media. */
  readonly onGoToSettings: (() => void) | undefined;
  readonly onShowShortcuts: () => void;
  readonly onShowDevices: () => void;
  readonly onHangUp: () => void;
};

export type CallToolbarRefs = {
  readonly ref: RefObject<HTMLDivElement | null>;
  /** Gets the focus, as do `dialpadButton` and `moreButton`, when the part that the button opened closes. */
  readonly textButton: Ref<HTMLButtonElement>;
  readonly dialpadButton: Ref<HTMLButtonElement>;
  readonly moreButton: Ref<HTMLButtonElement>;
};

/** All controls of a call (INCALL-06, -08). */
export function CallToolbar(props: CallToolbarProps & CallToolbarRefs) {
  const { isCompact, more, moreButton, onHangUp, ref } = props;
  const { t } = useTranslation();
  return (
    <Toolbar ref={ref} label={t('toolbar.name')} className={styles.bar}>
      <ToolbarButton label={t('toolbar.hangup')} icon="hangUp" kind="danger" onPress={onHangUp} />
      <ToggleButton
        label={t('toolbar.microphone')}
        icon="microphone"
        offIcon="microphoneOff"
        aria-keyshortcuts={ariaOf('microphone')}
        {...props.microphone}
      />
      <ToggleButton
        label={t('toolbar.owncamera')}
        icon="camera"
        offIcon="cameraOff"
        aria-keyshortcuts={ariaOf('ownCamera')}
        {...props.ownCamera}
      />
      <TextButton {...props} />
      {isCompact ? undefined : <RarerButtons {...props} />}
      {/* Not a toggle of the call: it shows or hides other buttons, and its label says what a press does. */}
      <ToolbarButton
        ref={moreButton}
        label={more.isOpen ? t('toolbar.hide') : t('toolbar.more')}
        icon="more"
        aria-expanded={more.isOpen}
        onPress={more.onToggle}
      />
      {more.isOpen && isCompact ? <RarerButtons {...props} /> : undefined}
      {more.isOpen ? (
        <>
          <FlipCameraButton />
          <ToolbarButton label={t('call.devices')} icon="settings" onPress={props.onShowDevices} />
          <ToolbarButton label={t('toolbar.shortcuts')} icon="keyboard" onPress={props.onShowShortcuts} />
        </>
      ) : undefined}
    </Toolbar>
  );
}

function TextButton({ text, isTextUnread, textButton }: CallToolbarProps & CallToolbarRefs) {
  const { t } = useTranslation();
  return (
    <span className={styles.text} data-unread={isTextUnread || undefined}>
      <ToggleButton
        ref={textButton}
        label={t('toolbar.text')}
        icon="text"
        aria-keyshortcuts={ariaOf('text')}
        {...text}
      />
      <VisuallyHidden>
        <output>{isTextUnread ? t('toolbar.unread_text') : undefined}</output>
      </VisuallyHidden>
    </span>
  );
}

function RarerButtons({
  sound,
  incomingVideo,
  selfView,
  dialpad,
  dialpadButton,
  fullscreen,
  onGoToSettings,
}: CallToolbarProps & CallToolbarRefs) {
  const { t } = useTranslation();
  return (
    <>
      <ToggleButton label={t('toolbar.audio')} icon="speaker" offIcon="speakerOff" {...sound} />
      <ToggleButton label={t('toolbar.incomingvideo')} icon="video" offIcon="videoOff" {...incomingVideo} />
      <ToggleButton label={t('toolbar.selfview')} icon="selfView" {...selfView} />
      <ToggleButton
        ref={dialpadButton}
        label={t('toolbar.dialpad')}
        icon="dialpad"
        aria-keyshortcuts={ariaOf('dialpad')}
        {...dialpad}
      />
      <ToggleButton label={t('toolbar.fullscreen')} icon="fullscreen" {...fullscreen} />
      {onGoToSettings === undefined ? undefined : (
        <ToolbarButton label={t('toolbar.gotosettings')} icon="settings" onPress={onGoToSettings} />
      )}
    </>
  );
}
