import type { Pushed } from '@samtal/api-contract';

/**
 * What the page and its service worker leave for each other in this browser (decision D78). No address and no
 * other site can write it. Adapter: `platform/web-push/`.
 */

/** What the service worker must know without a page. */
export type DeviceNote = {
  /** False after a log-out: what is still pushed then is not shown. */
  readonly isOn: boolean;
  /** Base address of the user API. */
  readonly api: string;
  /** Address of the operator's icon; empty for none. */
  readonly icon: string;
};

/** The latest pushed call that still rings. */
export type RingingNote = {
  /** `historyIdOf('incoming', …)` of its Call-ID. */
  readonly id: string;
  /** When the caller gives up, in milliseconds since 1970. */
  readonly until: number;
};

/** The user opened the app from the notification of a call. */
export type OpenedNote = RingingNote & {
  /** How the user wants to answer; 'not': the user opened the app only, where the call rings. */
  readonly answer: 'asSet' | 'byText' | 'not';
  /** The time of the click, in milliseconds since 1970. */
  readonly at: number;
};

/** The latest pushed call that rings here no more: it has ended, or the user has pressed a button for it. */
export type EndedNote = {
  readonly id: string;
  /** What was said of its end; undefined = nothing, because the user knows it. */
  readonly said?: Extract<Pushed, { readonly type: 'callEnded' }>;
};

export type Notes = {
  readonly device: DeviceNote;
  readonly ringing: RingingNote;
  readonly opened: OpenedNote;
  readonly ended: EndedNote;
};

/** No function rejects: without storage nothing is found, and nothing is kept. */
export interface PushNotes {
  read<Name extends keyof Notes>(name: Name): Promise<Notes[Name] | undefined>;
  keep<Name extends keyof Notes>(name: Name, note: Notes[Name]): Promise<void>;
  /**
   * Removes a note that `isWanted`, and resolves to it. Of several pages that ask at the same time, only one
   * gets it.
   */
  take<Name extends keyof Notes>(
    name: Name,
    isWanted: (note: Notes[Name]) => boolean,
  ): Promise<Notes[Name] | undefined>;
}

/** How long the user's wish to answer holds, in milliseconds. */
export const OPENED_MS = 40_000;

export const isFresh = ({ at }: OpenedNote, now: number): boolean => at <= now && now - at < OPENED_MS;
