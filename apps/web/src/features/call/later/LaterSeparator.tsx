import { useEffect, useState } from 'react';
import { untilIdle } from '../../../client/store/until-idle.ts';
import type { WidthSeparatorProps } from '../text/width/WidthSeparator.tsx';
import { laterPart } from './later-part.tsx';

const WidthSeparator = laterPart((parts) => parts.WidthSeparator);

/** The separator between video and text. Its code is loaded when the call has no more urgent work. */
export function LaterSeparator(props: WidthSeparatorProps) {
  const [isDue, setIsDue] = useState(false);
  useEffect(() => {
    let isOver = false;
    const wait = async (): Promise<void> => {
      await untilIdle();
      if (!isOver) setIsDue(true);
    };
    void wait();
    return () => {
      isOver = true;
    };
  }, []);
  return isDue ? <WidthSeparator {...props} /> : undefined;
}
