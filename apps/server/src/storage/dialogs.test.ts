import { expect, test } from 'vitest';
import type { SavedDialog } from '../domain/saved-dialog.ts';
import { onEachOpenStorage, reopen, storage } from './testing/open-storage.ts';

const endOf = (username: string): SavedDialog['caller'] => ({
  device: { username, sessionId: `s-${username}`, instance: '<urn:uuid:1>', isAnonymous: false },
  remoteAddress: '192.0.2.1',
  identity: `"Åsa 👋" <sip:${username}@demo.example>;tag=${username}`,
  target: `sip:${username}@x.invalid;transport=ws`,
  cseq: 1,
});
const dialogOf = (token: string): SavedDialog => ({
  token,
  callId: `call-${token}`,
  cseq: 1,
  to: '<sip:bobby@demo.example>',
  caller: endOf('alice'),
  callee: endOf('bobby'),
});

onEachOpenStorage(() => {
  test('D80 a stored dialog is read as it was written, in a later run too, until it is removed', async () => {
    const { dialogs } = storage.repositories;
    await dialogs.put(dialogOf('one'));
    await dialogs.put(dialogOf('two'));
    const changed = { ...dialogOf('one'), caller: { ...endOf('alice'), target: 'sip:new@x.invalid' } };
    await dialogs.put(changed);
    await reopen();
    const again = storage.repositories.dialogs;
    expect((await again.list()).toSorted((one, two) => one.token.localeCompare(two.token))).toEqual([
      changed,
      dialogOf('two'),
    ]);
    await again.remove('one');
    expect(await again.list()).toEqual([dialogOf('two')]);
    await again.clear();
    expect(await again.list()).toEqual([]);
  });
});
