export type ApiSession = {
  /** What a browser registers with: a secret of this session alone (decision D48). */
  readonly sipPassword: string;
  /** `user@domain` */
  readonly address: string;
  logOut(): Promise<void>;
};

/** Logs in by the user API, as a browser would; a demo person unless another password is given. */
export async function openApiSession(
  url: string,
  username: string,
  password = 'demo1234',
): Promise<ApiSession> {
  const user = `${url}/userApi/user/api/user`;
  const answer = await fetch(`${user}/login`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ username, password, force: true, willUseSipRegistration: true }),
  });
  const login = (await answer.json()) as {
    sipPassword: string;
    securityToken: string;
    uri: string;
  };
  return {
    sipPassword: login.sipPassword,
    address: login.uri.replace('sip:', ''),
    async logOut() {
      const { ok, status } = await fetch(`${user}/logout?securityToken=${login.securityToken}`);
      if (!ok) throw new Error(`the log-out was refused: ${status}`);
    },
  };
}

/** The SIP secret of a session that stays. */
export const sipSecret = async (url: string, username: string): Promise<string> =>
  (await openApiSession(url, username)).sipPassword;
