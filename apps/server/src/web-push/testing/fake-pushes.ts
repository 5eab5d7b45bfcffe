import type {
  CallToPush,
  PushCall,
  PushedCallEvents,
  PushedCallOutcome,
} from '../../domain/people/pushed-call.ts';

/** A call that the SIP server wants to be pushed. */
export type FakePushedCall = PushedCallEvents & {
  readonly call: CallToPush;
  /** Instances in the order in which they were pushed. */
  readonly pushed: readonly string[];
  /** How the call ended for the pushed devices; undefined while it rings. */
  readonly end: { readonly outcome: PushedCallOutcome; readonly reached: readonly string[] } | undefined;
};

/** Pushes that a test watches, in place of push services. */
export type FakePushes = {
  readonly pushCall: PushCall;
  readonly calls: readonly FakePushedCall[];
  /** The devices of each callee that have subscribed. */
  subscribe(...instances: readonly string[]): void;
  /** Lets the push services refuse every push. */
  refuse(): void;
  /** Makes pushes wait until the returned function is called. */
  hold(): () => void;
};

export function createFakePushes(): FakePushes {
  const calls: FakePushedCall[] = [];
  let subscribed: readonly string[] = [];
  let isAccepting = true;
  let gate = Promise.resolve();
  return {
    calls,
    subscribe: (...instances) => void (subscribed = instances),
    refuse: () => void (isAccepting = false),
    hold() {
      let release = (): void => undefined;
      gate = new Promise((resolve) => {
        release = resolve;
      });
      return release;
    },
    pushCall(call, events) {
      const pushed: string[] = [];
      const entry: { -readonly [Key in keyof FakePushedCall]: FakePushedCall[Key] } = {
        ...events,
        call,
        pushed,
        end: undefined,
      };
      calls.push(entry);
      return {
        async push(isWanted) {
          await gate;
          const wanted = entry.end === undefined ? subscribed.filter(isWanted) : [];
          pushed.push(...wanted.filter((instance) => !pushed.includes(instance)));
          return isAccepting ? wanted : [];
        },
        end: (outcome, reached) => void (entry.end = { outcome, reached: [...reached] }),
      };
    },
  };
}
