const password = 'demo1234';

/** Changes a setting as its owner would, over the user API (API-17). */
export async function setWebSetting(
  url: string,
  username: string,
  key: string,
  value: string,
): Promise<void> {
  const api = `${url}/userApi/user/api/user`;
  const login = await fetch(`${api}/login`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ username, password, force: true, willUseSipRegistration: false }),
  });
  const { securityToken } = (await login.json()) as { securityToken: string };
  const answer = await fetch(`${api}/webSettings/${key}?securityToken=${securityToken}`, {
    method: 'POST',
    headers: { 'Content-Type': 'text/plain' },
    body: value,
  });
  if (!answer.ok) throw new Error(`${key} was not accepted: ${answer.status}`);
}
