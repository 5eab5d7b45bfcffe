import type { TransferOrder } from '@samtal/call-core';
import { useState } from 'react';
import { useIntents } from '../../../client/hooks/use-client.ts';

/** Gives orders for transfers and calls of three; `hasFailed`: the code for the last one could not be loaded. */
export function useTransferOrders() {
  const intents = useIntents();
  const [hasFailed, setHasFailed] = useState(false);
  /** Resolves whether the order was given. */
  async function give(order: TransferOrder): Promise<boolean> {
    setHasFailed(false);
    try {
      await intents.transfer(order);
      return true;
    } catch {
      setHasFailed(true);
      return false;
    }
  }
  return { give, hasFailed };
}
