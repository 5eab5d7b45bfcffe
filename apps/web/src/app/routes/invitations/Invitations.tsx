import type { Features } from '@samtal/api-contract';
import { use } from 'react';
import { NoticeAboveContext } from '../../../client/hooks/notice-above.ts';
import { ClientContext } from '../../../client/hooks/use-client.ts';
import { FirstStepsInvitation } from '../../../features/first-steps/FirstStepsInvitation.tsx';
import { useStartUntilCall } from '../../../features/first-steps/use-start.ts';
import { MissedCallNotice, useUnseenCalls } from '../../../features/history/MissedCallNotice.tsx';
import { WebPushOffer } from '../../../features/web-push/WebPushOffer.tsx';

/**
 * What the dial page tells or invites the user to, one thing at a time: a missed call, then what is offered. No
 * call needs it, so its code is loaded later.
 */
export function Invitations({ features }: { readonly features: Features }) {
  const history = use(ClientContext)?.history;
  const start = useStartUntilCall(features.firstSteps);
  const unseen = useUnseenCalls(features.history ? history : undefined);
  const [latest] = unseen;
  if (use(NoticeAboveContext)) return undefined;
  if (history !== undefined && latest !== undefined)
    return <MissedCallNotice key={latest.id} latest={latest} unseen={unseen} onSeen={history.forgetMissed} />;
  const firstSteps = features.firstSteps ? <FirstStepsInvitation start={start} /> : undefined;
  // Without settings it could not be switched off again.
  return features.webPush && features.settings ? <WebPushOffer otherwise={firstSteps} /> : firstSteps;
}
