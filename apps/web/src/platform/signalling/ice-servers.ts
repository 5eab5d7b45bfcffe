/** The server's own STUN (SIP-07) and the operator's further servers (decision D20). */
export type IceConfiguration = {
  readonly stunPort: number;
  readonly iceServers: readonly {
    readonly urls: string | readonly string[];
    readonly username?: string | undefined;
    readonly credential?: string | undefined;
  }[];
};

/** What a call over the SIP server `serverUri` asks for its addresses. */
export function iceServersFor(
  serverUri: string,
  { stunPort, iceServers }: IceConfiguration,
): readonly RTCIceServer[] {
  const own = URL.canParse(serverUri) ? [{ urls: `stun:${new URL(serverUri).hostname}:${stunPort}` }] : [];
  const further = iceServers.map(
    ({ urls, username, credential }): RTCIceServer => ({
      urls: [urls].flat(),
      ...(username === undefined ? {} : { username }),
      ...(credential === undefined ? {} : { credential }),
    }),
  );
  return [...own, ...further];
}
