import { type KeyValue, valueOf } from '@samtal/api-contract';
import type { ApiFailure } from '../ports/user-api.ts';
import { loadAnonymousSettings, saveAnonymousSettings } from './anonymous-settings.ts';
import type { SessionOptions } from './session-options.ts';
import type { SessionRecord } from './session-record.ts';
import { isAnonymous, type User } from './user.ts';

/** Settings and data of the signed-in user, as the server has them and as the session keeps them. */
export type UserData = {
  /**
   * Stores settings in the account, or in this browser for users without one (SET-25). Stored settings take
   * effect immediately. Resolves to the failure if a setting could not be stored.
   */
  saveSettings(changed: readonly KeyValue[]): Promise<ApiFailure | undefined>;
  /**
   * Reads the settings from the server again and applies them (SET-27); without an answer nothing changes.
   */
  reloadSettings(): Promise<void>;
  /** Reads the user's data from the server again (PROFILE-08); without an answer nothing changes. */
  reloadUser(): Promise<void>;
  /** Keeps the user's new password, and the new SIP secret that comes with it (decision D8). */
  passwordChanged(changed: Pick<User, 'password'> & Partial<Pick<User, 'sipPassword'>>): void;
};

const sameSettings = (one: readonly KeyValue[], other: readonly KeyValue[]): boolean =>
  one.length === other.length && one.every(({ key, value }) => valueOf(other, key) === value);

export function createUserData(
  { api, brand, localStore, autoLogin }: SessionOptions,
  record: SessionRecord,
): UserData {
  const { state } = record;
  /**
   * Counts the requests for settings and the changes of settings; an answer is outdated if the count has
   * changed since its request.
   */
  let latestSettings = 0;

  function keepSettings(user: User, webSettings: readonly KeyValue[]): void {
    record.config = { ...record.config, webSettings };
    record.renew(user, {});
  }

  return {
    async saveSettings(changed) {
      const before = state.get();
      if (before.phase !== 'signedIn') return undefined;
      const { user } = before;
      if (isAnonymous(user, brand)) {
        saveAnonymousSettings(localStore, [...loadAnonymousSettings(localStore), ...changed]);
        state.set(record.signedIn(user, record.config));
        return undefined;
      }
      const results = await Promise.all(
        changed.map((setting) => api.setWebSetting(user.securityToken, setting)),
      );
      const kept = changed.filter((_setting, index) => results[index]?.ok === true);
      // Meanwhile the session may have ended, and another may have begun.
      if (kept.length > 0 && record.stillHere(user) !== undefined) {
        latestSettings += 1;
        const others = record.config.webSettings.filter(({ key }) => valueOf(kept, key) === undefined);
        keepSettings(user, [...others, ...kept]);
      }
      return results.find((result) => !result.ok);
    },
    async reloadSettings() {
      const before = state.get();
      if (before.phase !== 'signedIn') return;
      const { user } = before;
      latestSettings += 1;
      const asked = latestSettings;
      const answer = await api.getWebSettings(user.securityToken);
      if (!answer.ok || asked !== latestSettings || record.stillHere(user) === undefined) return;
      if (!sameSettings(answer.value, record.config.webSettings)) keepSettings(user, answer.value);
    },
    async reloadUser() {
      const before = state.get();
      if (before.phase !== 'signedIn') return;
      const answer = await api.getProperties(before.user.securityToken);
      if (answer.ok) record.renew(before.user, { properties: { propertySet: [...answer.value] } });
    },
    passwordChanged(changed) {
      const before = state.get();
      if (before.phase !== 'signedIn') return;
      record.renew(before.user, changed);
      const { username } = before.user;
      if (autoLogin?.isOn() === true) void autoLogin.remember({ username, password: changed.password });
    },
  };
}
