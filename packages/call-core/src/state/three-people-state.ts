import type { RemoteUser } from '../ports.ts';

/** A third user is invited into the call, or is in it (decision D102, ADR 33): this side has two calls, both in sight. */
export type ThreePeopleState = {
  /** Who this side is: the user who invites, the one who was in the call already, or the one who comes. */
  readonly role: 'inviter' | 'partner' | 'third';
  /** The call that this side had first. */
  readonly callId: string;
  /** The other call of this side; of a partner who is asked, the one that will be. */
  readonly otherId: string;
  /** The user who is invited; at the third, the partner, who joins. */
  readonly other: RemoteUser;
} & (
  | {
      /** `calling`: the third user is called; `joining`: the two calls are about to meet. */
      readonly phase: 'calling' | 'joining';
    }
  /** The partner is asked: the question of the inviter, and the dialog that the call will join. */
  | { readonly phase: 'asked'; readonly referId: number; readonly joins: string }
  | { readonly phase: 'dialling'; readonly referId: number; readonly joins: string }
  | (InSightText & {
      /**
       * Both calls of this side are in sight. `asking`: the inviter talks with both, while the partner reads the question and
       * then calls the third user; `together`: all three are connected.
       */
      readonly phase: 'asking' | 'together';
      /** One of the two others has said that they have lost each other; absent = they are connected. */
      readonly apart?: Apart;
      /** The user who was not asked has said that the one who was asked has come. */
      readonly hasCome?: true;
    })
  /**
   * There are two people again, or two calls. `isApart`: the two others cannot hear each other; `isMet`: they can, but
   * the user has a call with each.
   */
  | {
      readonly phase: 'failed';
      readonly status: number;
      readonly isApart: boolean;
      readonly isMet?: true;
      /** Where each call has the own text that was written to both while they were in sight. */
      readonly written?: Readonly<Record<string, Span>>;
      readonly shared?: InSightText['shared'];
    }
);

/** A part of own text, in UTF-16 units. */
export type Span = readonly [from: number, to: number];

/** The own text of two calls in sight. */
export type InSightText = {
  /** How much own text each call had until then, in UTF-16 units. */
  readonly before: Readonly<Record<string, number>>;
  /** Parts of that text which both calls have, because they were in sight before; absent = none. */
  readonly shared?: Readonly<Record<string, readonly Span[]>>;
};

/** The two others do not see each other. */
export type Apart = {
  /** The call of the one who is asked to call the other one: not the one who has said it. */
  readonly ask: string;
  /** Their call is over; else it is interrupted, and may flow again by itself. */
  readonly isLost: boolean;
};

/** A user of a call of three whose call with the own user is over, while the third one has a call with both. */
export type LostUser = {
  /** The own call that goes on. */
  readonly callId: string;
  readonly user: RemoteUser;
  /** This page was in a call of three with them: they come back without a question. */
  readonly wasTogether: boolean;
  /** The remote user of the call that goes on has said that they are there. */
  readonly isThere: boolean;
  /** The own user has read it. */
  readonly isRead?: true;
};
