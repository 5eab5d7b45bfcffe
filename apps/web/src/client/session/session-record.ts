import { createStore, type WritableStore } from '../store/store.ts';
import { loadAnonymousSettings } from './anonymous-settings.ts';
import type { SessionOptions } from './session-options.ts';
import type { SessionState } from './session-state.ts';
import { type SignedIn, signedInOf } from './signed-in.ts';
import { isAnonymous, type SystemConfig, type User } from './user.ts';

/** Who is signed in, with which configuration; the memory of the tab keeps it for a reload. */
export type SessionRecord = {
  readonly state: WritableStore<SessionState>;
  config: SystemConfig;
  /** What a signed-in user gets with a configuration. */
  signedIn(user: User, known: SystemConfig): SignedIn;
  /** The user is signed in, with the data that they have now. */
  keep(user: User): void;
  /** The current data of this user; undefined = they have logged out meanwhile. */
  stillHere(user: User): User | undefined;
  /** Changes the data of this user, unless they have logged out. */
  renew(user: User, changes: Partial<User>): void;
};

/** The session that the tab has saved; undefined if another tab has logged out since. */
function savedSession({ api, memory, isForVisitor = false }: SessionOptions) {
  const saved = isForVisitor ? undefined : memory.load();
  if (saved === undefined || !memory.isOutdated()) return saved;
  void api.logout(saved.user.securityToken);
  memory.empty();
  return undefined;
}

/** A session that the tab has saved goes on. */
export function createSessionRecord(options: SessionOptions): SessionRecord {
  const { brand, memory, localStore } = options;
  const saved = savedSession(options);
  const signedIn = (user: User, known: SystemConfig): SignedIn =>
    signedInOf(brand, user, known, () => loadAnonymousSettings(localStore));
  const state = createStore<SessionState>(
    saved === undefined ? { phase: 'signedOut' } : signedIn(saved.user, saved.config),
  );
  const record: SessionRecord = {
    state,
    config: saved?.config ?? { systemSettings: [], webSettings: [] },
    signedIn,
    keep(user) {
      memory.save(user, record.config, isAnonymous(user, brand));
      state.set(signedIn(user, record.config));
    },
    stillHere({ securityToken }) {
      const current = state.get();
      return current.phase === 'signedIn' && current.user.securityToken === securityToken
        ? current.user
        : undefined;
    },
    renew(user, changes) {
      const current = record.stillHere(user);
      if (current !== undefined) record.keep({ ...current, ...changes });
    },
  };
  return record;
}
