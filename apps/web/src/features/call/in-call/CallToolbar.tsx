import { type Ref, type RefObject, use } from 'react';
import { useTranslation } from 'react-i18next';
import { ToggleButton, type ToggleButtonProps } from '../../../ui/buttons/ToggleButton.tsx';
import { Toolbar } from '../../../ui/buttons/Toolbar.tsx';
import { ToolbarButton } from '../../../ui/buttons/ToolbarButton.tsx';
import { ToolbarSheet } from '../../../ui/buttons/ToolbarSheet.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { VisuallyHidden } from '../../../ui/page/VisuallyHidden.tsx';
import { EmergencyContext } from '../frame/emergency-context.ts';
import { LaterFlipCamera } from '../later/LaterFlipCamera.tsx';
import { LaterShareButton } from '../later/LaterScreen.tsx';
import { LaterThirdButtons } from '../later/LaterTransfer.tsx';
import type { PictureLayout } from '../picture/picture-layout.ts';
import type { ThirdUser } from '../transfer/ThirdButtons.tsx';
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
  /** Not possible where the user may not hold this call, or where nothing in it can be held. */
  readonly hold?: ToggleProps | undefined;
  readonly fullscreen: ToggleProps;
  /** The layout of the videos; undefined = the call does not show two videos. */
  readonly pictures?:
    | { readonly layout: PictureLayout; readonly toggle: (wanted: PictureLayout) => void }
    | undefined;
  /** Text has arrived while the text panel was hidden (INCALL-19). */
  readonly isTextUnread: boolean;
  /** True = the screen is small: the button "More" shows the less used buttons (INCALL-07, INCALL-16). */
  readonly isCompact: boolean;
  readonly more: { readonly isOpen: boolean; readonly onToggle: () => void };
  /** Opens a dialog about the media that the user's settings have turned off; undefined = no such media. */
  readonly onGoToSettings: (() => void) | undefined;
  readonly onShowShortcuts: () => void;
  readonly onShowDevices: () => void;
  /** Opens the dialog that chooses a third user; undefined = no third user has a part in calls here. */
  readonly onThird?: ((how: ThirdUser) => void) | undefined;
  /** Shares the user's screen, or stops that; undefined where the user cannot share it. */
  readonly onShare?: (() => void) | undefined;
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
    <Toolbar
      ref={ref}
      label={t('toolbar.name')}
      className={classNames(styles.bar, isCompact && styles.compact, !more.isOpen && styles.closed)}
    >
      <ToolbarButton
        label={t('toolbar.hangup')}
        icon="hangUp"
        kind="danger"
        aria-keyshortcuts={ariaOf('hangUp')}
        onPress={onHangUp}
      />
      <ToggleButton
        label={t('toolbar.microphone')}
        icon="microphone"
        offIcon="microphoneOff"
        offWord={t('toolbar.off')}
        aria-keyshortcuts={ariaOf('microphone')}
        {...props.microphone}
      />
      <ToggleButton
        label={t('toolbar.owncamera')}
        icon="camera"
        offIcon="cameraOff"
        offWord={t('toolbar.off')}
        aria-keyshortcuts={ariaOf('ownCamera')}
        {...props.ownCamera}
      />
      {props.text.onToggle === undefined ? undefined : <TextButton {...props} />}
      {isCompact ? undefined : <RarerButtons {...props} />}
      {/* Not a toggle of the call: it shows or hides other buttons, and its label says what a press does. */}
      <ToolbarButton
        ref={moreButton}
        label={more.isOpen ? t('toolbar.hide') : t('toolbar.more')}
        icon="more"
        aria-expanded={more.isOpen}
        onPress={more.onToggle}
      />
      {more.isOpen ? <MoreButtons {...props} /> : undefined}
    </Toolbar>
  );
}

/**
 * What "More" shows: on a small screen a sheet with all less used buttons, else the rest of them in the bar. What
 * is done with one press closes the sheet, which takes room from video and text. Toggles of media leave it open.
 */
function MoreButtons(props: CallToolbarProps & CallToolbarRefs) {
  const { isCompact, more, dialpad, pictures, fullscreen, onShowDevices, onShowShortcuts, onGoToSettings } =
    props;
  const { onThird, onShare } = props;
  const { t } = useTranslation();
  const showEmergency = use(EmergencyContext);
  const close = isCompact ? more.onToggle : undefined;
  const closing = (act: () => void) => (): void => {
    close?.();
    act();
  };
  const always = (
    <>
      {showEmergency?.({ place: 'toolbar', Button: ToolbarButton, onPress: close })}
      <PictureToggles
        pictures={pictures && { ...pictures, toggle: (wanted) => closing(() => pictures.toggle(wanted))() }}
      />
      {onShare && <LaterShareButton onPress={closing(onShare)} />}
      {onThird && <LaterThirdButtons onPress={(how) => closing(() => onThird(how))()} />}
      <LaterFlipCamera onPress={close} />
      <ToolbarButton label={t('call.devices')} icon="settings" onPress={closing(onShowDevices)} />
      <ToolbarButton label={t('toolbar.shortcuts')} icon="keyboard" onPress={closing(onShowShortcuts)} />
    </>
  );
  if (!isCompact) return always;
  return (
    <ToolbarSheet label={t('toolbar.more')}>
      <RarerButtons
        {...props}
        dialpad={{ ...dialpad, onToggle: dialpad.onToggle && closing(dialpad.onToggle) }}
        fullscreen={{ ...fullscreen, onToggle: fullscreen.onToggle && closing(fullscreen.onToggle) }}
        onGoToSettings={onGoToSettings && closing(onGoToSettings)}
      />
      {always}
    </ToolbarSheet>
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

/**
 * The toggles of what this call or this browser does not have are left out (INCALL-26): no press could ever
 * bring them to life.
 */
function RarerButtons({
  hold,
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
      <PossibleToggle
        label={t('toolbar.hold')}
        icon="pause"
        aria-keyshortcuts={ariaOf('hold')}
        isOn={false}
        {...hold}
      />
      <PossibleToggle label={t('toolbar.audio')} icon="speaker" offIcon="speakerOff" {...sound} />
      <PossibleToggle label={t('toolbar.incomingvideo')} icon="video" offIcon="videoOff" {...incomingVideo} />
      <PossibleToggle label={t('toolbar.selfview')} icon="selfView" {...selfView} />
      <ToggleButton
        ref={dialpadButton}
        label={t('toolbar.dialpad')}
        icon="dialpad"
        aria-keyshortcuts={ariaOf('dialpad')}
        {...dialpad}
      />
      <PossibleToggle label={t('toolbar.fullscreen')} icon="fullscreen" {...fullscreen} />
      {onGoToSettings === undefined ? undefined : (
        <ToolbarButton label={t('toolbar.gotosettings')} icon="settings" onPress={onGoToSettings} />
      )}
    </>
  );
}

/** A toggle that is shown only if it can be used. */
const PossibleToggle = (props: ToggleButtonProps) =>
  props.onToggle === undefined ? undefined : <ToggleButton {...props} />;

/** The toggles for the two layouts in which the own video is not the small one. */
function PictureToggles({ pictures }: Pick<CallToolbarProps, 'pictures'>) {
  const { t } = useTranslation();
  if (pictures === undefined) return undefined;
  const { layout, toggle } = pictures;
  return (
    <>
      <ToggleButton
        label={t('toolbar.swap')}
        icon="swap"
        isOn={layout === 'otherSmall'}
        onToggle={() => toggle('otherSmall')}
      />
      <ToggleButton
        label={t('toolbar.sidebyside')}
        icon="sideBySide"
        isOn={layout === 'sideBySide'}
        onToggle={() => toggle('sideBySide')}
      />
    </>
  );
}
