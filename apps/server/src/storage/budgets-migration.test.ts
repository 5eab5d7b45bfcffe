import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { emptyBeside, onEachStorage } from './testing/each-storage.ts';
import { makeOlderDatabase } from './testing/older-database.ts';

onEachStorage((create) => {
  test('D14 calls of an older version keep their texts, and are counted', async () => {
    const place = emptyBeside(await create());
    const text = 'å'.repeat(300);
    const transcript = [{ author: 'own', text, offsetMs: 10 }];
    await makeOlderDatabase(place, '0005-sip-accounts', async (database) => {
      await sql`insert into account (id, kind, username, sip_password, organisation_id, status)
        values ('1', 'person', 'asa', 'secret', 1, 'active')`.execute(database);
      for (const [id, received, sent, words] of [
        ['long', text, 'short', JSON.stringify(transcript)],
        ['none', '', '', '[]'],
      ])
        await sql`insert into history_entry (account_id, id, type, outcome, sip_address, contact_name, received_text,
            sent_text, transcript, is_answered, is_missed, timestamp, duration)
          values ('1', ${id}, 'incoming', 'terminatedLocal', 'bo@demo.example', '', ${received}, ${sent}, ${words}, 1, 0, 5, 1)`.execute(
          database,
        );
    });
    const { repositories, close } = await place.open();
    onTestFinished(async () => {
      await close();
      place.remove();
    });
    const { history } = repositories;
    expect(await history.find('1', 'long')).toMatchObject({
      receivedText: text,
      sentText: 'short',
      transcript,
    });
    expect(await history.find('1', 'none')).toMatchObject({ receivedText: '', transcript: [] });
    const [noText, long] = await history.list('1', { before: undefined, limit: 10, isMissedOnly: false });
    expect([noText?.receivedText, long?.receivedText]).toEqual(['', 'å'.repeat(200)]);
    // The size of the migrated texts counts: the next call removes the oldest text.
    const none = (await history.find('1', 'none')) ?? expect.fail('gone');
    const next = { ...none, id: 'next', timestamp: 9, sentText: 'x'.repeat(500) };
    await history.add('1', next, { entries: 10, bytes: 3 * 500 + 600 });
    expect(await history.find('1', 'long')).toMatchObject({ receivedText: '', isTextRemoved: true });
  });
});
