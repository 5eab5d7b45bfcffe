import { type ClientState, connectable } from '@samtal/call-core';
import { useTranslation } from 'react-i18next';
import { useClient } from '../../../client/hooks/use-client.ts';
import { Button } from '../../../ui/buttons/Button.tsx';
import { useFocusReturn } from '../../../ui/dialogs/use-focus-return.ts';
import { useTransferOrders } from '../transfer/use-transfer-orders.ts';

export type ConnectCallsProps = { readonly name: string; readonly front: string };

const canConnect = (state: ClientState) => connectable(state) !== undefined;

/** Connects the remote users of the two calls with each other, where that is possible (decision D101). */
export const ConnectCalls = (props: ConnectCallsProps) =>
  useClient(canConnect) ? <ConnectButton {...props} /> : undefined;

/** Goes while the two are asked, so the focus must not go with it. */
function ConnectButton({ name, front }: ConnectCallsProps) {
  const { t } = useTranslation();
  const { give, hasFailed } = useTransferOrders();
  const focusReturn = useFocusReturn();
  return (
    <div {...focusReturn}>
      <Button icon="callOut" onPress={() => void give({ do: 'connect' })}>
        {t('transfer.connect', { name, front })}
      </Button>
      <output>{hasFailed ? t('transfer.not_loaded') : undefined}</output>
    </div>
  );
}
