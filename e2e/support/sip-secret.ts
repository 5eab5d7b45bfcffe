/** What a browser registers with, as the user API hands it out at login (decision D8). */
export async function sipSecret(url: string, username: string): Promise<string> {
  const answer = await fetch(`${url}/userApi/user/api/user/login`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ username, password: 'demo1234', force: true, willUseSipRegistration: true }),
  });
  const { sipPassword } = (await answer.json()) as { sipPassword: string };
  return sipPassword;
}
