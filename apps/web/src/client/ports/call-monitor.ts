import type { QualitySummary } from '../quality/call-quality.ts';

/** Measurements of the calls in progress. Adapter: `platform/quality`. */
export interface CallMonitor {
  /** Reports a summary about every two seconds until the returned function is called. */
  watchQuality(callId: string, onSummary: (summary: QualitySummary) => void): () => void;
  /**
   * Reports the loudness of the remote user, from 0 to 1, in each frame of the page, with the frame's time;
   * the returned function stops it.
   */
  watchVoice(callId: string, onLevel: (level: number, nowMs: number) => void): () => void;
}

/**
 * The result of one network test; `ms` is the time until the answer, including name look-up and connection
 * set-up.
 */
export type NetworkFinding = { readonly ok: true; readonly ms: number } | { readonly ok: false };
export type NetworkFindings = {
  /** The test of the WebSocket to the SIP server. */
  readonly server: NetworkFinding;
  /**
   * The test of STUN (RFC 8489); `address` is this browser's public address, with all but its beginning
   * hidden.
   */
  readonly stun: NetworkFinding & { readonly address?: string };
  /** The test of TURN (RFC 8656); undefined if the operator has no TURN server. */
  readonly relay: NetworkFinding | undefined;
};

/** Tests the network paths of a call, without a call. */
export type TestNetwork = (serverUri: string, signal: AbortSignal) => Promise<NetworkFindings>;
