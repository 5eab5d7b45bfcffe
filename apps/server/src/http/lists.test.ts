import { once } from 'node:events';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { LIST_LIMITS } from '../domain/limits/limits.ts';
import { BASE, createTestApp, type TestApp } from './testing/test-app.ts';
import { signIn, type Visitor } from './testing/visitor.ts';

const MANY = 9_900;
const LONG = 'x'.repeat(255);
let bed: TestApp;
let alice: Visitor;
let pages: number;
const sockets: Socket[] = [];

beforeEach(async () => {
  pages = 0;
  bed = await createTestApp({
    around: (repositories) => ({
      ...repositories,
      contacts: {
        ...repositories.contacts,
        async *search(...asked) {
          for await (const page of repositories.contacts.search(...asked)) {
            pages += 1;
            yield page;
          }
        },
      },
    }),
  });
  alice = await signIn(bed, 'alice');
  const id = (await bed.repositories.accounts.findByUsername('alice'))?.id ?? '';
  const drafts = Array.from({ length: MANY }, (_, index) => ({
    fname: `No ${index}`,
    sname: LONG,
    sipaddress: 'a@demo.example',
    email: '',
    address: LONG,
    postNr: LONG,
    city: LONG,
  }));
  await bed.repositories.contacts.addAll(id, drafts, MANY);
});
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  await bed.close();
});

/** Requests every contact and reads nothing of the answer. */
async function askAndLeaveIt(): Promise<Socket> {
  const { port } = bed.app.server.address() as AddressInfo;
  const socket = connect(port, '127.0.0.1').pause();
  sockets.push(socket);
  await once(socket, 'connect');
  socket.write(
    `GET ${BASE}contacts/search?searchString=%25&securityToken=${alice.securityToken} HTTP/1.1\r\nHost: localhost\r\n\r\n`,
  );
  return socket;
}
const turns = async (count: number): Promise<void> => {
  for (let turn = 0; turn < count; turn++) await new Promise(setImmediate);
};

test('API-19 while a long list is read other requests are answered', async () => {
  let isDone = false;
  const list = alice.get('contacts/search', { searchString: '%' }).then((answer) => {
    isDone = true;
    return answer;
  });
  await vi.waitUntil(() => pages > 0);
  for (let count = 0; count < 3; count++) {
    expect((await bed.app.inject('/health')).statusCode).toBe(200);
    expect((await alice.get('user/getProperties')).statusCode).toBe(200);
  }
  expect(isDone).toBe(false);
  const answer = await list;
  expect(answer.headers['content-type']).toBe('application/json; charset=utf-8');
  const { contactList } = answer.json<{ contactList: { id: string; fname: string }[] }>();
  expect(new Set(contactList.map(({ fname }) => fname)).size).toBe(MANY);
});

test('API-19 a list is read no further than its client reads, and ends when the client disconnects', async () => {
  await bed.app.listen({ port: 0, host: '127.0.0.1' });
  const socket = await askAndLeaveIt();
  await vi.waitUntil(() => pages > 0, { timeout: 15_000 });
  await turns(4 * (MANY / LIST_LIMITS.rowsPerTurn));
  expect(pages).toBeLessThan(MANY / LIST_LIMITS.rowsPerTurn);
  socket.resume();
  await vi.waitUntil(() => pages >= MANY / LIST_LIMITS.rowsPerTurn, { timeout: 15_000 });
});

test('API-19 the long answers of an account are limited; more wait, then get 429 with Retry-After', async () => {
  await bed.app.listen({ port: 0, host: '127.0.0.1' });
  for (let count = 1; count <= LIST_LIMITS.answersPerAccount; count++) {
    await askAndLeaveIt();
    await vi.waitUntil(() => pages >= count);
  }
  const ask = () => alice.get('contacts/search', { searchString: 'no 17 zzz' });
  const waiting = Array.from({ length: LIST_LIMITS.waitingPerAccount }, ask);
  await turns(20);
  const refused = await ask();
  expect([refused.statusCode, refused.headers['retry-after']]).toEqual([429, '5']);
  const bobby = await signIn(bed, 'bobby');
  expect((await bobby.get('contacts/search')).statusCode).toBe(200);
  for (const socket of sockets) socket.destroy();
  for (const answer of await Promise.all(waiting)) expect(answer.json()).toEqual({ contactList: [] });
});

test('API-19 a fault before the first page gets an error answer, a later one closes the connection', async () => {
  await bed.close();
  let faultAt = 0;
  bed = await createTestApp({
    around: (repositories) => ({
      ...repositories,
      messages: {
        ...repositories.messages,
        async *list() {
          for (let page = 0; ; page++) {
            if (page === faultAt) throw Object.assign(new Error('gone'), { statusCode: 503 });
            yield [];
          }
        },
      },
    }),
  });
  alice = await signIn(bed, 'alice');
  const answer = await alice.get('messages');
  expect([answer.statusCode, answer.headers['retry-after']]).toEqual([503, '5']);
  expect(answer.json()).toEqual({ errorCode: 5000 });
  faultAt = 2;
  await bed.app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = bed.app.server.address() as AddressInfo;
  const broken = await fetch(`http://127.0.0.1:${port}${BASE}messages?securityToken=${alice.securityToken}`);
  expect(broken.status).toBe(200);
  await expect(broken.text()).rejects.toThrow('terminated');
});
