import { Activity, type ReactNode } from 'react';
import { createStore, type Store, useStore } from '../client/store/store.ts';

type PageProps = { readonly hasCall: Store<boolean>; readonly children: ReactNode };

function Page({ hasCall, children }: PageProps) {
  return <Activity mode={useStore(hasCall) ? 'hidden' : 'visible'}>{children}</Activity>;
}

/** A page that is hidden during a call, like the pages of the app. */
export function hiddenInCall(content: ReactNode) {
  const hasCall = createStore(false);
  return {
    page: <Page hasCall={hasCall}>{content}</Page>,
    callComes: () => hasCall.set(true),
    callEnds: () => hasCall.set(false),
  };
}
