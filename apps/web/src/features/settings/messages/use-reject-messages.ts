import { type RefObject, useLayoutEffect, useRef, useState } from 'react';
import { keptMessages, settingOf } from '../../../client/calling/kept-messages.ts';
import { useEdit } from '../use-edit.ts';

const SETTING = 'WEB_REJECT_MESSAGES';

/** A message in the form; its id stays the same when the order changes. */
type Row = { readonly id: number; readonly text: string };

export type RejectMessagesForm = {
  readonly rows: readonly Row[];
  /** The new place of the message that was moved last, from 1. */
  readonly moved: number | undefined;
  readonly list: RefObject<HTMLOListElement | null>;
  readonly adding: RefObject<HTMLButtonElement | null>;
  readonly add: () => void;
  readonly write: (id: number, text: string) => void;
  readonly move: (id: number, by: -1 | 1) => void;
  readonly remove: (id: number) => void;
};

let lastId = 0;
const rowOf = (text: string): Row => {
  lastId += 1;
  return { id: lastId, text };
};
const textsOf = (rows: readonly Row[]): readonly string[] => rows.map(({ text }) => text);

/**
 * The messages while the user edits them. A row may be blank as long as it is being written, so the rows are
 * kept beside the setting, and read from it again when it is changed elsewhere or the changes are discarded.
 */
export function useRejectMessages(): RejectMessagesForm {
  const { values, change } = useEdit();
  const setting = settingOf(keptMessages(values[SETTING]));
  const [rows, setRows] = useState<readonly Row[]>([]);
  const [moved, setMoved] = useState<number>();
  const list = useRef<HTMLOListElement>(null);
  const adding = useRef<HTMLButtonElement>(null);
  /** What gets the focus after the next change of the rows. */
  const focusNext = useRef<() => HTMLElement | null | undefined>(undefined);

  if (settingOf(textsOf(rows)) !== setting) setRows(keptMessages(setting).map(rowOf));

  useLayoutEffect(() => {
    focusNext.current?.()?.focus();
    focusNext.current = undefined;
  });

  function edit(changed: readonly Row[]): void {
    setRows(changed);
    change(SETTING, settingOf(textsOf(changed)));
  }
  const fieldAt = (index: number) => list.current?.querySelectorAll('input')[index];

  return {
    rows,
    moved,
    list,
    adding,
    add() {
      focusNext.current = () => fieldAt(rows.length);
      edit([...rows, rowOf('')]);
    },
    write: (id, text) => edit(rows.map((row) => (row.id === id ? { id, text } : row))),
    move(id, by) {
      const from = rows.findIndex((row) => row.id === id);
      const others = rows.filter((row) => row.id !== id);
      const to = from + by;
      // At the end of its way the button is disabled, and the field of the message gets the focus.
      if (to === 0 || to === others.length) focusNext.current = () => fieldAt(to);
      setMoved(to + 1);
      edit([...others.slice(0, to), ...rows.slice(from, from + 1), ...others.slice(to)]);
    },
    remove(id) {
      const index = rows.findIndex((row) => row.id === id);
      focusNext.current = () => fieldAt(Math.min(index, rows.length - 2)) ?? adding.current;
      edit(rows.filter((row) => row.id !== id));
    },
  };
}
