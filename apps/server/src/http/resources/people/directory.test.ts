import {
  directoryAnswerSchema,
  directoryCategoriesAnswerSchema,
  directoryTypesAnswerSchema,
} from '@samtal/api-contract';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { importDirectory } from '../../../domain/accounts/people-import.ts';
import type { TestApp } from '../../testing/test-app.ts';
import { createTestApp } from '../../testing/test-app.ts';
import { signIn } from '../../testing/visitor.ts';

let server: TestApp;

beforeEach(async () => {
  server = await createTestApp();
});
afterEach(() => server.close());

test('API-26 API-27 DIRECTORY-07 DIRECTORY-09 entries point to types and categories that exist', async () => {
  const alice = await signIn(server, 'alice');
  const { directory } = directoryAnswerSchema.parse((await alice.get('business_directory')).json());
  const { types } = directoryTypesAnswerSchema.parse((await alice.get('business_directory/types')).json());
  const { categories } = directoryCategoriesAnswerSchema.parse(
    (await alice.get('business_directory/categories')).json(),
  );
  expect(directory.length).toBeGreaterThanOrEqual(25);
  for (const { type, category } of directory) {
    if (type) expect(types.map(({ id }) => id)).toContain(type.id);
    if (category) expect(categories.map(({ id }) => id)).toContain(category.id);
  }
  expect(directory.filter(({ featured }) => featured)).not.toEqual([]);
  expect(directory).toContainEqual({
    id: expect.any(String),
    name: 'Library',
    image: '',
    phone: 'echo@demo.example',
    featured: false,
    hasChildren: false,
    type: { id: '2' },
    category: { id: '2' },
  });
});

test('D24 A-092 an imported directory replaces the old one; an entry may belong to one organisation', async () => {
  const result = importDirectory(
    'Name;Phone;Type;Category;Featured;Group;Organisation\nTaxi;sip:taxi@demo.example;Transport;Night;yes;;\nShops;;;;;yes;2\n',
  );
  if (!result.ok) throw new Error(result.problems.join('\n'));
  await server.repositories.directory.replace(result.value.entries, result.value);
  const taxi = {
    name: 'Taxi',
    phone: 'taxi@demo.example',
    featured: true,
    hasChildren: false,
    type: { id: '1' },
  };
  const shops = { name: 'Shops', phone: '', hasChildren: true, type: null, category: null };
  const ask = async (name: string) => (await (await signIn(server, name)).get('business_directory')).json();
  expect(await ask('alice')).toMatchObject({ directory: [taxi] });
  expect(await ask('david')).toMatchObject({ directory: [taxi, shops] });
});
