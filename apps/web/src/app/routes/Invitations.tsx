import type { Features } from '@samtal/api-contract';
import { FirstStepsInvitation } from '../../features/first-steps/FirstStepsInvitation.tsx';
import { WebPushOffer } from '../../features/web-push/WebPushOffer.tsx';

/** What the dial page invites the user to, one thing at a time. No call needs it, so its code is loaded later. */
export default function Invitations({ features }: { readonly features: Features }) {
  const firstSteps = features.firstSteps ? <FirstStepsInvitation /> : undefined;
  // Without settings it could not be switched off again.
  return features.webPush && features.settings ? <WebPushOffer otherwise={firstSteps} /> : firstSteps;
}
