import { type NamespaceKeeper, type NamespaceKeeperOptions, startNamespaceKeeper } from './namespace-keeper.js'

/** Namespaces that are created for the first command, and again after they were killed. */
export interface Namespaces extends AsyncDisposable {
  /** Returns the namespaces, and creates them if needed. @throws {EnvironmentError} when they cannot be created. */
  open(): Promise<NamespaceKeeper>
  /** Resolves to whether processes of commands run in the namespaces. */
  isInhabited(): Promise<boolean>
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
    async isInhabited() {
      const keeper = await current?.catch(() => undefined)
      return keeper?.isInhabited() ?? false
    },
    async [Symbol.asyncDispose]() {
      const keeper = await current?.catch(() => undefined)
      await keeper?.[Symbol.asyncDispose]()
    },
  }
}
