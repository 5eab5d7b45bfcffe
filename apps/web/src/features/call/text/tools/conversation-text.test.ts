import { expect, test } from 'vitest';
import { conversationText } from './conversation-text.ts';

test('a copied conversation names the author of each line, in order of arrival', () => {
  const words = {
    nameOf: (author: string) => (author === 'own' ? 'You' : 'bobby'),
    missing: 'missing',
    cut: 'cut',
    doubtful: 'in doubt',
  };
  expect(
    conversationText(
      [
        { author: 'own', text: 'Hi\n' },
        { author: 'other', text: 'Hello\n\nthe\uFFFDre\n' },
        { author: 'own', text: 'Well?' },
      ],
      words,
    ),
  ).toBe('You: Hi\nbobby: Hello\nbobby: \nbobby: the[missing]re\nYou: Well?');
  expect(conversationText([], words)).toBe('');
});

test('a copied conversation marks the place where earlier text is no longer kept', () => {
  const words = { nameOf: (author: string) => author, missing: 'missing', cut: 'cut', doubtful: 'in doubt' };
  expect(conversationText([{ author: 'other', text: 'end\n', cutBefore: 9 }], words)).toBe(
    'other: [cut]\nother: end',
  );
});

test('D41 a copied conversation marks each line that may not have arrived', () => {
  const words = { nameOf: () => 'You', missing: 'missing', cut: 'cut', doubtful: 'in doubt' };
  expect(conversationText([{ author: 'own', text: 'a\nb', isDoubtful: true }], words)).toBe(
    'You: [in doubt] a\nYou: [in doubt] b',
  );
});
