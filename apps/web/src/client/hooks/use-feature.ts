import type { FeatureName } from '@samtal/api-contract';
import { useStore } from '../store/store.ts';
import { useAppServices } from './app-services.ts';

/** Whether a feature is on for the signed-in user; false before the login. */
export function useFeature(name: FeatureName): boolean {
  const session = useStore(useAppServices().session.state);
  return session.phase === 'signedIn' && session.features[name];
}
