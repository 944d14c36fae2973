import { type NamespaceKeeper, type NamespaceKeeperOptions, startNamespaceKeeper } from './namespace-keeper.js'

/** Namespaces that are made for the first command, and made anew should somebody have ended them. */
export interface Namespaces extends AsyncDisposable {
  /** @throws {EnvironmentError} when they cannot be made. */
  open(): Promise<NamespaceKeeper>
}

export function createNamespaces(options: NamespaceKeeperOptions): Namespaces {
  let current: Promise<NamespaceKeeper> | undefined

  const start = () => {
    const starting = startNamespaceKeeper(options)
    const forget = () => {
      if (current === starting) current = undefined
    }
    void starting.then(({ ended }) => ended).then(forget, forget)
    return starting
  }

  return {
    open() {
      current ??= start()
      return current
    },
    async [Symbol.asyncDispose]() {
      const keeper = await current?.catch(() => undefined)
      await keeper?.[Symbol.asyncDispose]()
    },
  }
}
