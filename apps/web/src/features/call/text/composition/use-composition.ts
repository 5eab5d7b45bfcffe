import {
  type CompositionEvent,
  type FormEvent,
  type KeyboardEvent,
  type RefObject,
  useLayoutEffect,
  useRef,
} from 'react';
import {
  type ComposerEvent,
  isReadyAfterRest,
  readyText,
  startComposer,
  stepComposer,
} from './composition.ts';

/** After this pause a Korean syllable counts as complete and is sent: within 0.5 s (EN 301 549 6.2.4). */
const REST_MS = 400;

/**
 * Gives event handlers for a field. During a composition `onText` receives the part of the text that may be
 * sent. The rest follows on commit, and when the field loses the focus or is removed.
 */
export function useComposition(field: RefObject<HTMLTextAreaElement | null>, onText: (text: string) => void) {
  const composer = useRef(startComposer(navigator.languages));
  const resting = useRef<ReturnType<typeof setTimeout>>(undefined);
  const offer = useRef(onText);
  useLayoutEffect(() => {
    offer.current = onText;
  });

  const step = (event: ComposerEvent): void => {
    composer.current = stepComposer(composer.current, event);
  };
  const isComposing = (): boolean => composer.current.composing !== undefined;

  // Sends the rest when the page closes, or the field is removed, in the middle of a word.
  useLayoutEffect(() => {
    const element = field.current;
    const sendAll = (): void => {
      if (element !== null && isComposing()) offer.current(element.value);
    };
    window.addEventListener('pagehide', sendAll, { capture: true });
    return () => {
      window.removeEventListener('pagehide', sendAll, { capture: true });
      clearTimeout(resting.current);
      sendAll();
    };
  }, [field]);

  function take(element: HTMLTextAreaElement): void {
    const ready = readyText(composer.current, element.value, element.selectionEnd);
    if (ready !== undefined) offer.current(ready);
    clearTimeout(resting.current);
    if (!isReadyAfterRest(composer.current)) return;
    resting.current = setTimeout(() => {
      step({ type: 'rested' });
      take(element);
    }, REST_MS);
  }

  return {
    isComposing,
    onKeyDown: ({ key }: KeyboardEvent) => step({ type: 'keyPressed', key }),
    // The `data` of this event is not composed text, but the selected text that will be replaced.
    onCompositionStart: () => step({ type: 'composed', text: '' }),
    onCompositionUpdate: ({ data }: CompositionEvent) => step({ type: 'composed', text: data }),
    onCompositionEnd: ({ data, currentTarget }: CompositionEvent<HTMLTextAreaElement>) => {
      step({ type: 'committed', text: data });
      take(currentTarget);
    },
    onInput: ({ nativeEvent, currentTarget }: FormEvent<HTMLTextAreaElement>) => {
      // Safari removes the composition before it inserts the result.
      if ((nativeEvent as InputEvent).inputType !== 'deleteCompositionText') take(currentTarget);
    },
    onBlur: ({ currentTarget }: { readonly currentTarget: HTMLTextAreaElement }) => {
      if (!isComposing()) return;
      step({ type: 'committed', text: composer.current.composing ?? '' });
      take(currentTarget);
    },
  };
}
