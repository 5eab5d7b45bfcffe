import { expect, test } from 'vitest';
import { conversationText } from './conversation-text.ts';

test('a copied conversation says of each line who wrote it, in the order the lines came', () => {
  const words = {
    nameOf: (author: string) => (author === 'own' ? 'You' : 'bobby'),
    missing: 'missing',
    cut: 'cut',
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

test('a copied conversation says where earlier text is no longer kept', () => {
  const words = { nameOf: (author: string) => author, missing: 'missing', cut: 'cut' };
  expect(conversationText([{ author: 'other', text: 'end\n', cutBefore: 9 }], words)).toBe(
    'other: [cut]\nother: end',
  );
});
