import { signIn } from './user-api.ts';

/** Changes a setting over the user API, as its owner would (API-17). */
export async function setWebSetting(
  url: string,
  username: string,
  key: string,
  value: string,
): Promise<void> {
  await (await signIn(url, username)).set(key, value);
}
