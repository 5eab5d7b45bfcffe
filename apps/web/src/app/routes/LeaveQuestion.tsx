import { useLayoutEffect } from 'react';
import { useAppServices } from '../../client/hooks/app-services.ts';
import { useStore } from '../../client/store/store.ts';
import { useAskBeforeUnload } from '../../client/store/use-ask-before-unload.ts';
import { pageLater } from '../loading/page-later.ts';
import type { LeaveGuard } from './leave-guard.ts';

/** Its code is loaded with that of the pages, which have all that can be lost. */
const LeaveDialog = pageLater(() => import('./LeaveDialog.tsx'));

/** Asks before unsaved settings or typed form content would be lost. */
export function LeaveQuestion({ guard }: { readonly guard: LeaveGuard }) {
  const { settingsEditor } = useAppServices();
  const held = useStore(guard.held);
  const { isChanged } = useStore(settingsEditor.state);
  useAskBeforeUnload(isChanged);
  // A layout effect runs before the router's effects, so this listener is added first and called first.
  useLayoutEffect(() => guard.watchHistory(), [guard]);
  return held === undefined ? undefined : <LeaveDialog guard={guard} loss={held.loss} />;
}
