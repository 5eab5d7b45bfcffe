import type { Features } from '@samtal/api-contract';

export type LogTab = 'console' | 'log' | 'debug';

/** Tabs of the debug view that the operator's flags allow, in order (LOG-01). */
export function tabsFor(
  flags: Pick<Features, 'debugConsole' | 'debugLog' | 'debugDebug'>,
): readonly LogTab[] {
  return [
    ...(flags.debugConsole ? (['console'] as const) : []),
    ...(flags.debugLog ? (['log'] as const) : []),
    ...(flags.debugDebug ? (['debug'] as const) : []),
  ];
}
