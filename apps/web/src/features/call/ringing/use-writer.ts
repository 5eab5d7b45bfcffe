import { useState } from 'react';
import { useAppServices } from '../../../client/hooks/app-services.ts';

/**
 * Who is logged in. The client lives as long as the page: what one user has written, the next one must neither read nor
 * send. Passing visitors can share one user name.
 */
export function useWriter(): string {
  const { state } = useAppServices().session;
  const [writer] = useState(() => {
    const now = state.get();
    const signedIn = now.phase === 'signingOut' ? now.was : now;
    if (signedIn.phase !== 'signedIn') return '';
    const { username, securityToken } = signedIn.user;
    return signedIn.isPassing ? securityToken : username;
  });
  return writer;
}
