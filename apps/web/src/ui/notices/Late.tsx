import { type ReactNode, useEffect, useState } from 'react';

/** Shows its content only after a delay: what ends sooner is not shown. */
export function Late({ afterMs, children }: { readonly afterMs: number; readonly children: ReactNode }) {
  const [isLate, setIsLate] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setIsLate(true), afterMs);
    return () => clearTimeout(timer);
  }, [afterMs]);
  return isLate ? children : undefined;
}
