import type { ComponentType } from 'react';
import { type LaterParts, useLaterParts } from './use-later-parts.ts';

/** A component that shows one of the parts once their code is loaded, and nothing before. */
export const laterPart = <Props extends object>(pick: (parts: LaterParts) => ComponentType<Props>) =>
  function LaterPart(props: Props) {
    const parts = useLaterParts();
    if (parts.phase !== 'ready') return undefined;
    const Part = pick(parts.value);
    return <Part {...props} />;
  };
