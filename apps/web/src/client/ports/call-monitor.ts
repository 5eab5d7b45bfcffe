import type { QualitySummary } from '../quality/call-quality.ts';

/** What can be measured of the calls in progress. Adapter: `platform/quality`. */
export interface CallMonitor {
  /** A summary about every two seconds until the returned function is called. */
  watchQuality(callId: string, onSummary: (summary: QualitySummary) => void): () => void;
  /** The loudness of the other party, from 0 to 1, with each frame of the page and its time; the result ends it. */
  watchVoice(callId: string, onLevel: (level: number, nowMs: number) => void): () => void;
}

/** How the test of the network went. Milliseconds are round trips, the name look-up and the set-up included. */
export type NetworkFinding = { readonly ok: true; readonly ms: number } | { readonly ok: false };
export type NetworkFindings = {
  /** WebSocket to the SIP server. */
  readonly server: NetworkFinding;
  /** STUN (RFC 8489): the own address as the internet sees it, all but its beginning hidden. */
  readonly stun: NetworkFinding & { readonly address?: string };
  /** TURN (RFC 8656); undefined where the operator has none. */
  readonly relay: NetworkFinding | undefined;
};

/** Tries the ways that a call takes, without one. */
export type TestNetwork = (serverUri: string, signal: AbortSignal) => Promise<NetworkFindings>;
