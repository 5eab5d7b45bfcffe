import type { Brand } from '@samtal/api-contract';
import type { UserApi } from '../ports/user-api.ts';
import type { KeyValueStore } from '../store/key-value-store.ts';
import type { AutoLogin } from './auto-login.ts';
import type { SessionMemory } from './session-memory.ts';

export type SessionOptions = {
  readonly api: UserApi;
  readonly brand: Brand;
  readonly memory: SessionMemory;
  /** Shared by the tabs of this origin. */
  readonly localStore: KeyValueStore;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  readonly random?: () => number;
  /** Ends the call, unregisters and closes the connection (REG-12). */
  readonly stopCalling: () => Promise<void>;
  /** Opens an address in place of this page. */
  readonly leavePage?: (address: string) => void;
  /** Absent if there is no automatic login. */
  readonly autoLogin?: AutoLogin;
  /**
   * False = automatic login is off. Users of a browser without WebRTC log in themselves: only the login page
   * tells them that calls are not possible (LOGIN-03).
   */
  readonly mayEnterUnasked?: boolean;
  /** The page was opened by a one-click link: a session saved in this tab is not continued. */
  readonly isForVisitor?: boolean;
};
