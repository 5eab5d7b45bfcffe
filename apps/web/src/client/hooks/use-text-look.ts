import type { Settings } from '@samtal/api-contract';
import { useMemo } from 'react';
import { type TextLook, textLookOf } from '../calling/text-look.ts';
import { useStore } from '../store/store.ts';
import { useAppServices } from './app-services.ts';

/** The look of the text that `settings` choose, as far as the brand lets it follow the page (decision D42). */
export function useTextLook(settings: Settings): TextLook {
  const session = useStore(useAppServices().session.state);
  const followsTheme = session.phase === 'signedIn' && session.features.textFollowsTheme;
  return useMemo(() => textLookOf(settings, followsTheme), [settings, followsTheme]);
}
