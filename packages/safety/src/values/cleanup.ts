/**
 * Disposes resources in reverse order. A substitute for `AsyncDisposableStack`, which Node has only since version 24.
 */
export interface Cleanup extends AsyncDisposable {
  /** @returns the given resource, which is disposed with the rest. */
  use<Resource extends Partial<AsyncDisposable & Disposable>>(resource: Resource): Resource
  defer(end: () => Promise<void> | void): void
  /** Transfers all resources to a new stack and leaves this one empty. */
  move(): Cleanup
}

/**
 * @example
 * ```ts
 * await using opening = createCleanup()
 * const store = opening.use(await openStore(paths))
 * const questions = opening.use(openQuestions(store))
 * return { store, questions, [Symbol.asyncDispose]: opening.move()[Symbol.asyncDispose] }
 * ```
 */
export function createCleanup(ends: (() => Promise<void> | void)[] = []): Cleanup {
  return {
    use(resource) {
      ends.push(async () => {
        if (resource[Symbol.asyncDispose]) await resource[Symbol.asyncDispose]?.()
        else resource[Symbol.dispose]?.()
      })
      return resource
    },
    defer: (end) => void ends.push(end),
    move: () => createCleanup(ends.splice(0)),
    async [Symbol.asyncDispose]() {
      const errors: unknown[] = []
      for (const end of ends.splice(0).toReversed()) {
        try {
          await end()
        } catch (error) {
          errors.push(error)
        }
      }
      if (errors.length > 0) throw errors[0]
    },
  }
}
