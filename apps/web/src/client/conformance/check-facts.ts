import type { TextTransportName } from '@samtal/call-core';
import type { ScreenFacts, Sounding, VideoFacts } from '../ports/call-probe.ts';

export type TextFacts = {
  readonly transport: TextTransportName;
  /** Characters that were typed, and how many of them came back, in order and exact. */
  readonly typed: number;
  readonly back: number;
  /** The longest time until a character was handed to the transport, and until it came back. */
  readonly slowestSentMs: number;
  readonly slowestBackMs: number;
};

/** What was measured in the call; undefined = not measured. */
export type CheckFacts = {
  /** Milliseconds until the service had greeted in text; undefined = it did not. */
  readonly greetedMs?: number | undefined;
  readonly text?: TextFacts | undefined;
  readonly sounding?: Sounding | undefined;
  readonly video?: VideoFacts | undefined;
  /** How much later than its picture a sound arrives, in milliseconds. */
  readonly soundLateMs?: number | undefined;
  readonly screen?: ScreenFacts | undefined;
};

export type CheckOutcome =
  | { readonly ok: true; readonly facts: CheckFacts }
  | {
      readonly ok: false;
      /**
       * `ended`: the call ended too early; `unavailable`: no call could be made; `emergency`: emergency services
       * are not called for a check.
       */
      readonly reason: 'notAnswered' | 'ended' | 'unavailable' | 'emergency';
    };

/** Calls `target`, measures the call and ends it. */
export type CheckConformance = (target: string) => Promise<CheckOutcome>;
