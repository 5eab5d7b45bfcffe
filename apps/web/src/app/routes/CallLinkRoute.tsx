import { useLayoutEffect } from 'react';
import { useLocation } from 'wouter';
import { addressOfCallLink } from '../../client/people/call-link.ts';

/**
 * A link to `/call/<address>` opens the dial page with the address filled in. It never calls: that takes a
 * press of the user (decision D72).
 */
export default function CallLinkRoute({ onAddress }: { readonly onAddress: (address: string) => void }) {
  const [path, navigate] = useLocation();
  useLayoutEffect(() => {
    const address = addressOfCallLink(path);
    if (address !== undefined) onAddress(address);
    navigate('/call', { replace: true });
  }, [path, navigate, onAddress]);
  return undefined;
}
