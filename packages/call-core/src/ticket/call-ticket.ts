import type { CallTicket } from '../state/call-ticket.ts';
import type { ClientState } from '../state/client-state.ts';
import { snapshotText } from '../text/text-snapshot.ts';

/** The ticket of the established call, without its dialog; undefined if there is no such call. */
export function ticketOf(state: ClientState, now: number): Omit<CallTicket, 'dialog'> | undefined {
  const { call, settings, continuity, hold, panels, text } = state;
  if (call.phase !== 'accepted' || settings === undefined) return undefined;
  return {
    format: 1,
    account: settings.account.address,
    call: call.call,
    media: call.media,
    devices: state.media.working,
    acceptedAt: call.acceptedAt,
    // The limit counts from the first of several interruptions that follow each other.
    leftAt: continuity.interruption?.since ?? now,
    panels,
    text: snapshotText(text),
    isHeld: hold.isOwn,
  };
}
