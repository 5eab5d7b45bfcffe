import type { Features } from '@samtal/api-contract';
import { FirstStepsInvitation } from '../../features/first-steps/FirstStepsInvitation.tsx';
import { WebPushOffer } from '../../features/web-push/WebPushOffer.tsx';

/** What the dial page invites the user to. No call needs it, so its code is loaded later. */
export default function Invitations({ features }: { readonly features: Features }) {
  return (
    <>
      {features.firstSteps ? <FirstStepsInvitation /> : undefined}
      {features.webPush ? <WebPushOffer /> : undefined}
    </>
  );
}
