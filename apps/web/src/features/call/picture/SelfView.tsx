import { useTranslation } from 'react-i18next';
import type { KeyValueStore } from '../../../client/store/key-value-store.ts';
import { FloatingVideo } from './FloatingVideo.tsx';
import { OwnVideo, type OwnVideoProps } from './OwnVideo.tsx';

export type SelfViewProps = OwnVideoProps & {
  /** Remembers place and size from call to call. */
  readonly store?: KeyValueStore | undefined;
};

/** The user's own video, small over the remote one. */
export function SelfView({ store, ...own }: SelfViewProps) {
  const { t } = useTranslation();
  return (
    <FloatingVideo label={t('call.self_view')} store={store}>
      <OwnVideo {...own} />
    </FloatingVideo>
  );
}
