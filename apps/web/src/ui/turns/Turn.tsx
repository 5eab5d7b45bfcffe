import type { ReactNode } from 'react';
import styles from './Turn.module.css';

export type TurnProps = {
  /** Who wrote the turn. */
  readonly who: string;
  /** When the turn began, as words; undefined = not known. */
  readonly time?: string | undefined;
  readonly isOwn: boolean;
  /** Remarks about the turn, between its head and its text. */
  readonly notes?: readonly string[];
  /** Element of the turn: an item of a list, or an article of its own. */
  readonly as: 'li' | 'article';
  /** The text. */
  readonly children: ReactNode;
};

/** What one author wrote without a break: the name, the time, and the text as a block at the author's side. */
export function Turn({ who, time, isOwn, notes = [], as: Element, children }: TurnProps) {
  return (
    <Element
      className={styles.turn}
      data-author={isOwn ? 'own' : 'other'}
      aria-label={Element === 'article' ? who : undefined}
    >
      <p className={styles.who}>
        <bdi>{who}</bdi>
        {time === undefined ? undefined : (
          <>
            {' '}
            <time>{time}</time>
          </>
        )}
      </p>
      {notes.map((note) => (
        <p key={note} role="note" className={styles.note}>
          {note}
        </p>
      ))}
      {children}
    </Element>
  );
}
