import { type ClientState, callBlockedBy, type MediaKinds } from '@samtal/call-core';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { useClient } from '../../client/hooks/use-client.ts';
import type { TextKey } from '../../i18n/index.ts';
import { Button } from '../../ui/buttons/Button.tsx';
import type { IconName } from '../../ui/icons/Icon.tsx';
import styles from './CallKinds.module.css';

type Kind = { readonly words: TextKey; readonly icon: IconName; readonly media: MediaKinds };

/** What a call may be made of; text is part of every call. */
const kinds: readonly Kind[] = [
  { words: 'dial.kind.video', icon: 'camera', media: { audio: true, video: true, text: true } },
  { words: 'dial.kind.voice', icon: 'microphone', media: { audio: true, video: false, text: true } },
  { words: 'dial.kind.text', icon: 'text', media: { audio: false, video: false, text: true } },
];

const settingsOf = ({ settings }: ClientState) => settings;

/** Whether the calls of the user can be made of `media`, so that the choice makes sense. */
function isConfigured({ audio, video, text }: MediaKinds, settings: ClientState['settings']): boolean {
  const { perCall, text: hasText = false } = settings ?? {};
  if (perCall === undefined) return false;
  if (video) return perCall.video;
  return audio ? perCall.audio : text && hasText;
}

export type CallKindsProps = {
  /** What is typed; nothing is called while it is blank. */
  readonly target: string;
  readonly onCall: (media: MediaKinds) => void;
};

/**
 * Buttons that call `target` with video, by voice or by text, whatever the settings say (decision D33);
 * nothing where the brand has no such choice.
 */
export function CallKinds({ target, onCall }: CallKindsProps) {
  const { t } = useTranslation();
  const settings = useClient(settingsOf);
  const offered = kinds.filter(({ media }) => isConfigured(media, settings));
  if (settings?.perCall === undefined || offered.length < 2) return undefined;
  return (
    <fieldset aria-label={t('dial.kinds')} className={styles.kinds}>
      {offered.map((kind) => (
        <KindButton key={kind.words} kind={kind} target={target} onCall={onCall} />
      ))}
    </fieldset>
  );
}

function KindButton({
  kind: { words, icon, media },
  target,
  onCall,
}: CallKindsProps & { readonly kind: Kind }) {
  const { t } = useTranslation();
  const block = useClient(useCallback((state) => callBlockedBy(state, target, media), [target, media]));
  const isPossible = block === undefined && target.trim() !== '';
  return (
    <Button icon={icon} onPress={isPossible ? () => onCall(media) : undefined}>
      {t(words)}
    </Button>
  );
}
