import { expect, onTestFinished, test } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { createWholeI18n } from '../../../testing/whole-i18n.ts';
import '../../../ui/styles/reset.css';
import '../../../ui/styles/tokens.css';
import { contact, createFakePeopleApi } from '../../../testing/fake-people-api.ts';
import { createPeoplePage } from '../../../testing/people-page.tsx';
import { ContactRow } from './ContactRow.tsx';

const i18n = await createWholeI18n('en');

/** The number of lines on which each word of the text in `element` stands. */
function linesOfWords(element: Element): readonly number[] {
  const text = element.querySelector('bdi')?.firstChild ?? expect.fail('no text');
  return [...(text.textContent ?? '').matchAll(/\S+/g)].map(({ index, 0: word }) => {
    const range = document.createRange();
    range.setStart(text, index);
    range.setEnd(text, index + word.length);
    return range.getClientRects().length;
  });
}

test.each([
  [320, 16],
  [360, 16],
  [360, 24],
])(
  'CONTACT-04 at %i pixels and letters of %i no word of a name is broken for the buttons, which stay in the window',
  async (width, letters) => {
    await page.viewport(width, 700);
    document.documentElement.style.fontSize = `${letters}px`;
    onTestFinished(() => {
      document.documentElement.style.fontSize = '';
    });
    const someone = contact({
      id: '1',
      fname: 'Maximiliane',
      sname: 'Schillingsfürsten',
      sipaddress: 'max@demo.example',
    });
    const features = { contactEdit: true, contactDelete: true, peopleFirst: true };
    const { page: content } = createPeoplePage(<ContactRow contact={someone} features={features} />, {
      api: createFakePeopleApi([someone]),
      path: '/contacts',
      i18n,
    });
    await render(content);
    const name = page.getByText('Maximiliane Schillingsfürsten');
    await expect.element(name).toBeVisible();
    expect(linesOfWords(name.element().parentElement ?? expect.fail('no name'))).toEqual([1, 1]);
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width);
  },
);
