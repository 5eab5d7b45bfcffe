import { valueOf } from '@samtal/api-contract';
import type { ChangeBus } from '../domain/change-bus.ts';
import { ACCOUNT_LIMITS } from '../domain/limits/limits.ts';
import { nothing } from '../domain/nothing.ts';
import { fullNameOf } from '../domain/people/full-name.ts';
import type { Repositories } from '../storage/repositories/repositories.ts';

/** A message that a caller has finished. */
export type StoredMessage = {
  readonly messageNumber: number;
  /** The address that was called. */
  readonly callee: string;
  readonly caller: Caller;
  /** Instances of the devices of the callee that were registered when the call came, as far as the caller of `open` knew. */
  readonly registered: readonly string[];
};

type Caller = { readonly address: string; readonly name: string | undefined };

/**
 * Stores the messages that callers leave in the mailbox. A promise is fulfilled only when its change
 * is durable. `closeAll` of the repository closes, at the next start, the messages that a crash left open.
 * @param arrived called for each finished message
 */
export function createMessageStore(
  { accounts, settings, messages }: Pick<Repositories, 'accounts' | 'settings' | 'messages'>,
  changes: ChangeBus,
  arrived: (message: StoredMessage) => void = nothing,
) {
  /** Callee and caller of the messages that are being written. */
  const open = new Map<string, Omit<StoredMessage, 'messageNumber'>>();
  const idOf = (accountId: string, messageNumber: number): string => `${messageNumber} ${accountId}`;
  const placeOf = (id: string): [accountId: string, messageNumber: number] => {
    const space = id.indexOf(' ');
    return [id.slice(space + 1), Number(id.slice(0, space))];
  };

  return {
    /** The mailbox of this address; undefined when there is none, it is full, or AM_ENABLED is not '1'. */
    async findMailbox(address: string) {
      const account = await accounts.findByAddress(address);
      if (account?.kind !== 'person' || account.status !== 'active') return undefined;
      const own = await settings.list(account.id, 'web');
      if (valueOf(own, 'AM_ENABLED') !== '1') return undefined;
      // A caller must not get the greeting when no message can be taken.
      if (await messages.isFull(account.id, ACCOUNT_LIMITS.messages)) return undefined;
      return {
        name: fullNameOf(account.properties) || address,
        greeting: valueOf(own, 'AM_MESSAGE') ?? '',
        language: account.language,
      };
    },
    /**
     * Adds a message, whose text is empty at first.
     * @returns its id
     * @throws if the callee is unknown or the mailbox is full
     */
    async open(message: {
      readonly callee: string;
      readonly caller: Caller;
      readonly registered?: readonly string[];
      readonly at: number;
    }) {
      const account = await accounts.findByAddress(message.callee);
      if (account === undefined) throw new Error('There is no such mailbox.');
      const { name, address } = message.caller;
      const messageNumber = await messages.open(
        account.id,
        { fromDisplayName: name, fromSipaddress: address, timestamp: message.at },
        ACCOUNT_LIMITS.messages,
      );
      if (messageNumber === undefined) throw new Error('The mailbox is full.');
      const id = idOf(account.id, messageNumber);
      const { callee, caller, registered = [] } = message;
      open.set(id, { callee, caller, registered });
      return id;
    },
    /** Stores the text of a message. @param text the whole text as it is now */
    async update(id: string, text: string) {
      await messages.update(...placeOf(id), text === '' ? undefined : text);
    },
    /** Marks the message as complete, and notifies the tabs of the mailbox's owner. */
    async close(id: string) {
      const [accountId, messageNumber] = placeOf(id);
      const message = open.get(id);
      open.delete(id);
      await messages.close(accountId, messageNumber);
      changes.publish(accountId, 'messages');
      if (message !== undefined) arrived({ ...message, messageNumber });
    },
  };
}
