import type { Clock, Log, SignallingEvent } from '@samtal/call-core';
import type { TextTransport } from '@samtal/realtime-text';
import type { TextWatch } from '../../client/ports/text-watch.ts';
import type { CallStreams } from '../media/call-streams.ts';
import type { FetchedScreenSection } from './screen/screen-section-code.ts';
import type { ExactTextCode } from './text/fetched-exact-text.ts';
import type { HandleTransfer } from './transfer/session-transfers.ts';

/** The services and settings that all calls of a connection share. */
export type CallContext = {
  readonly emit: (event: SignallingEvent) => void;
  readonly streams: CallStreams;
  readonly clock: Clock;
  readonly log: Log;
  readonly iceServers: readonly RTCIceServer[];
  /** The peer connection that was created for this call before it begins; undefined = none. */
  readonly takeConnection: () => RTCPeerConnection | undefined;
  readonly iceTimeoutMs: number;
  /** Established calls outlive a lost connection (decision D80). */
  readonly keepsCalls: boolean;
  /** The code of text that both ends count (decision D82); undefined = text is not counted. */
  readonly exactText: ExactTextCode | undefined;
  /**
   * The counted text of the dialog that this call replaces (`SipCall.keptText`), as it is now; absent for a call that
   * begins.
   */
  readonly keptText?: () => unknown;
  /** Watches the text of a call (decision D91); `isCounted`: both ends count it. Absent or undefined = no one watches. */
  readonly watchText?: (callId: string, isCounted: boolean) => TextWatch | undefined;
  /** The code for shared screens (decision D88). */
  readonly screens?: FetchedScreenSection | undefined;
  /** Sends or takes REFER and NOTIFY (decision D87). */
  readonly transfer?: HandleTransfer;
  /** Calls of three people; absent = there are none (decision D102). */
  readonly threePeople?: {
    readonly areOn: () => boolean | undefined;
    /** Loads their code, for the first INVITE with Join. */
    readonly load: () => Promise<unknown>;
  };
  /** Text transports in the operator's order (decision D10). */
  readonly textTransports: readonly TextTransport[];
};
