import type { FetchedLocation } from '../geolocation/location-code.ts';
import type { LaterSecondCall } from '../later/second-call-code.ts';
import type { FetchedTransfers } from '../later/transfer-code.ts';
import type { Ports } from '../ports.ts';
import type { FetchedScreens } from '../screen/screen-code.ts';
import type { CallTicket, RestoredCall } from '../state/call-ticket.ts';
import type { ClientSettings } from '../state/client-settings.ts';

/** Where a page leaves a call for the page that is loaded in its place (decision D81). */
export interface Tickets {
  /** @returns false if the ticket cannot be kept */
  keep(ticket: CallTicket): boolean;
  /** The call that the earlier page of this tab has left, once (`readTicket`); undefined = none for this user. */
  take(settings: ClientSettings, now: number): RestoredCall | undefined;
}

/**
 * What the calling core is built around. Without `tickets` a reload of the page ends its call, without `secondCall`
 * there is one call at a time.
 */
export type ClientPorts = Ports & {
  readonly tickets?: Tickets;
  readonly secondCall?: LaterSecondCall;
  readonly transfers?: FetchedTransfers;
  /** Absent: calls carry no location. */
  readonly location?: FetchedLocation;
  readonly screens?: FetchedScreens;
};
