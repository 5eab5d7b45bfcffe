import type { ConsoleAccess } from '@samtal/api-contract';
import { createContext, use } from 'react';
import type { ConsoleApi } from '../../client/ports/console-api.ts';
import type { ApiResult } from '../../client/ports/user-api.ts';

export type ConsoleServices = {
  readonly api: ConsoleApi;
  /** What the user may do. */
  readonly access: ConsoleAccess;
  /**
   * Carries out a change. If the server needs the password first, the user is asked for it.
   * @returns undefined when the user does not type the password
   */
  readonly change: <T>(action: () => Promise<ApiResult<T>>) => Promise<ApiResult<T> | undefined>;
};

export const ConsoleContext = createContext<ConsoleServices | undefined>(undefined);

export function useConsole(): ConsoleServices {
  const services = use(ConsoleContext);
  if (services === undefined) throw new Error('used outside ConsoleContext');
  return services;
}
