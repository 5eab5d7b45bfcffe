import type { QualitySummary } from '../quality/call-quality.ts';

/** Measurements of the calls in progress. Adapter: `platform/quality`. */
export interface CallMonitor {
  /** Reports a summary about every two seconds until the returned function is called. */
  watchQuality(callId: string, onSummary: (summary: QualitySummary) => void): () => void;
  /**
   * Reports the loudness of the remote user, from 0 to 1, and the time in each frame; the returned function
   * ends it.
   */
  watchVoice(callId: string, onLevel: (level: number, nowMs: number) => void): () => void;
}

/** The result of one network test. Milliseconds are round trips, including name look-up and set-up. */
export type NetworkFinding = { readonly ok: true; readonly ms: number } | { readonly ok: false };
export type NetworkFindings = {
  /** The WebSocket to the SIP server. */
  readonly server: NetworkFinding;
  /** STUN (RFC 8489): this browser's public address, with all but its beginning hidden. */
  readonly stun: NetworkFinding & { readonly address?: string };
  /** TURN (RFC 8656); undefined if the operator has none. */
  readonly relay: NetworkFinding | undefined;
};

/** Tests the network paths of a call, without a call. */
export type TestNetwork = (serverUri: string, signal: AbortSignal) => Promise<NetworkFindings>;
