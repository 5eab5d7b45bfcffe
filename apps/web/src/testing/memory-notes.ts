import type { Notes, PushNotes } from '../client/ports/push-notes.ts';

export type MemoryNotes = PushNotes & {
  readonly all: { -readonly [Name in keyof Notes]?: Notes[Name] };
};

/** Notes in memory instead of the browser's IndexedDB. */
export function createMemoryNotes(): MemoryNotes {
  const all: MemoryNotes['all'] = {};
  return {
    all,
    read: async (name) => all[name],
    async keep(name, note) {
      all[name] = note;
    },
    async take(name, isWanted) {
      const note = all[name];
      if (note === undefined || !isWanted(note)) return undefined;
      delete all[name];
      return note;
    },
  };
}
