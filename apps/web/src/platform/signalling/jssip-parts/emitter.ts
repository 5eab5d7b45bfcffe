type Listener = (...details: readonly unknown[]) => void;

/** The part of the package `events` that JsSIP uses. */
export class EventEmitter {
  readonly #listeners = new Map<string, readonly Listener[]>();

  listeners(name: string): readonly Listener[] {
    return this.#listeners.get(name) ?? [];
  }

  on(name: string, listener: Listener): this {
    this.#listeners.set(name, [...this.listeners(name), listener]);
    return this;
  }

  removeListener(name: string, listener: Listener): this {
    const all = this.listeners(name);
    const last = all.lastIndexOf(listener);
    this.#listeners.set(
      name,
      all.filter((_, index) => index !== last),
    );
    return this;
  }

  removeAllListeners(): this {
    this.#listeners.clear();
    return this;
  }

  /** Calls the listeners that are present now; adding or removing some meanwhile does not change that. */
  emit(name: string, ...details: readonly unknown[]): boolean {
    const all = this.listeners(name);
    for (const listener of all) listener.apply(this, [...details]);
    return all.length > 0;
  }
}
