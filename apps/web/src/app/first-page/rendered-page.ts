import { LANGUAGES, type Language } from '@samtal/api-contract';

/** The login page as the server has rendered it. */
export type RenderedPage = {
  readonly language: Language;
  /** The mark of the brand that the server used. */
  readonly brandMark: string;
};

/**
 * The page that the server has rendered into `root`; undefined if the server sent the empty page, or if the
 * script in the head has hidden the form because the user does not need it.
 */
export function renderedPageIn(root: HTMLElement): RenderedPage | undefined {
  const { documentElement } = root.ownerDocument;
  const brandMark = root.dataset['brand'];
  const language = LANGUAGES.find((known) => known === documentElement.lang);
  if (brandMark === undefined || language === undefined || documentElement.dataset['start'] === 'app')
    return undefined;
  return { language, brandMark };
}
