const STEP = 'step ';

/**
 * What is kept of a factor that is being added, with the mark that its user has passed the second step for it. Without
 * the mark it can be the first factor only: another one may come in between.
 */
export const withStep = (text: string, hasStep: boolean): string => (hasStep ? `${STEP}${text}` : text);

export const readStep = (kept: string): { readonly text: string; readonly hasStep: boolean } => {
  const hasStep = kept.startsWith(STEP);
  return { text: hasStep ? kept.slice(STEP.length) : kept, hasStep };
};
