import { signIn } from './user-api.ts';

/** Changes a setting as its owner would, over the user API (API-17). */
export async function setWebSetting(
  url: string,
  username: string,
  key: string,
  value: string,
): Promise<void> {
  await (await signIn(url, username)).set(key, value);
}
