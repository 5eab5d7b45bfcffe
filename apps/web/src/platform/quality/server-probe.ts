/** Finds out, while nothing arrives from the peer, whether our own server still answers. */
export type ServerProbe = {
  /**
   * Takes whether nothing arrives from the peer. As long as that is so, asks the server again after each
   * answer.
   * @returns the last answer to a question that was asked in this silence; undefined = none yet
   */
  during(isQuiet: boolean): boolean | undefined;
};

export function createServerProbe(reachServer: () => Promise<boolean>): ServerProbe {
  let isReached: boolean | undefined;
  let isAsking = false;
  /** The number of the silence: an answer to a question of an earlier one is ignored. */
  let silence = 0;

  async function ask(during: number): Promise<void> {
    isAsking = true;
    const isAnswered = await reachServer();
    isAsking = false;
    if (during === silence) isReached = isAnswered;
  }

  return {
    during(isQuiet) {
      if (!isQuiet) {
        silence += 1;
        isReached = undefined;
      } else if (!isAsking) void ask(silence);
      return isReached;
    },
  };
}
