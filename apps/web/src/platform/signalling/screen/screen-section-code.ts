import type { SignallingEvent } from '@samtal/call-core';
import type { CallStreams } from '../../media/call-streams.ts';
import type { Exchange } from '../requests/media-sections.ts';

export type ScreenSectionOptions = {
  readonly callId: string;
  readonly emit: (event: SignallingEvent) => void;
  readonly streams: CallStreams;
  /** The connection of the call, while there is one. */
  readonly connection: () => RTCPeerConnection | undefined;
};

/** The section of a call in which the screen of either end is sent (decision D88). */
export type ScreenSection = {
  /** What this side wants to share from its next offer on. */
  isWanted: boolean;
  /** Whether the peer has agreed to what is wanted, with the track that is captured now. */
  isAgreed(): boolean;
  /**
   * What the browser gets of the peer's offer: one video, and one screen if it may be taken. All others are refused
   * before the browser makes anything for them (RFC 3264 §6).
   */
  takeOffer(offer: string): string;
  /** A body of this side whose section of the screen is labelled (RFC 4796); refused sections are named as offered. */
  label(sdp: string): string;
  owns(transceiver: RTCRtpTransceiver): boolean;
  /** Gives the transceiver the direction of the next answer. */
  direct(): void;
  /**
   * Prepares the transceiver for an offer of this side.
   * @param isToBegin the offer is made for the screen: one that is not shared yet is in no other offer
   */
  prepare(isToBegin: boolean): Promise<void>;
  /** Takes back what `prepare` did, for an offer that was not accepted. */
  undo(): Promise<void>;
  /** Reads from a complete exchange whose screen is shared, and reports it if that has changed. */
  follow(exchange: Exchange): void;
};

export type CreateScreenSection = (options: ScreenSectionOptions) => ScreenSection;

/** That code, which is loaded for the first screen, and for the first offer of another video. */
export type FetchedScreenSection = {
  /** Undefined until the code is loaded. */
  get(): CreateScreenSection | undefined;
  /** Loads the code; rejects if that fails. */
  fetch(): Promise<unknown>;
};
