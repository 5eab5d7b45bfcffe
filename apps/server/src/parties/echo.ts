import { chooseWire, readTextFromSdp } from '@samtal/realtime-text';
import type { Offer, Party, PartyEffect } from './party.ts';
import { answerWithoutMedia } from './sdp-answer.ts';

/** U+2028 ends a line in T.140. */
const GREETING = 'This is the echo service. What you type comes back.\u2028';

/** Text echo (decision D28): answers at once and gives each received chunk back, control characters included. */
export const echo: Party = (event) => {
  if (event.type === 'established') return [{ do: 'sendText', text: GREETING }];
  if (event.type === 'textReceived') return [{ do: 'sendText', text: event.text }];
  return judge(event, event.type === 'invited' ? [{ do: 'ring' }] : []);
};

function judge(
  { offer, allowsMessage, session }: Offer,
  before: readonly PartyEffect[],
): readonly PartyEffect[] {
  if (offer === undefined) return [{ do: 'refuse', status: 488 }];
  const sdp = answerWithoutMedia(offer, session);
  if (sdp === undefined) return [{ do: 'refuse', status: 400 }];
  return hasText(offer, allowsMessage) ? [...before, { do: 'answer', sdp }] : [{ do: 'refuse', status: 488 }];
}

/** Whether the other end can have its text carried by MESSAGE: it says so, or allows the method and says nothing. */
function hasText(offer: string, allowsMessage: boolean): boolean {
  const choice = chooseWire({
    own: { dataChannel: false, message: true },
    peer: readTextFromSdp(offer),
    peerAllowsMessage: allowsMessage,
    order: ['message'],
  });
  return choice.name === 'message';
}
