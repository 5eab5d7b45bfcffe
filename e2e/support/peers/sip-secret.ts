export type ApiSession = {
  /** The secret that the browser registers with; it belongs to this session only (decision D48). */
  readonly sipPassword: string;
  /** `user@domain` */
  readonly address: string;
  logOut(): Promise<void>;
};

/** Logs in by the user API, as a browser would, with the demo password unless another one is given. */
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
      if (!ok) throw new Error(`the logout was refused: ${status}`);
    },
  };
}

/** The SIP secret of a session that stays logged in. */
export const sipSecret = async (url: string, username: string): Promise<string> =>
  (await openApiSession(url, username)).sipPassword;
