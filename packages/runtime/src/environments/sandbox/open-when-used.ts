import { EnvironmentError } from '@hermes/core'
import type { Sandbox } from '@hermes/environments/sandbox'

interface OpenWhenUsedOptions {
  readonly name: string
  readonly create: () => Sandbox
  /** Disposed after the sandbox. */
  readonly kept?: Disposable | undefined
}

/**
 * A sandbox that is created when it is first used: it looks for what commands must not reach, and keeps the list, which
 * agents that run no command do without. What it watches cannot have been changed by a command before.
 */
export function openWhenUsed({ name, create, kept }: OpenWhenUsedOptions): Sandbox {
  let created: Sandbox | undefined
  let isClosed = false
  const open = () => {
    if (isClosed) throw new EnvironmentError('The sandbox is closed: open a new surface to run commands.')
    created ??= create()
    return created
  }
  return {
    name,
    get canProxy() {
      return open().canProxy
    },
    accessOf: (owner) => open().accessOf(owner),
    begin: (owner) => open().begin(owner),
    wrap: async (command) => open().wrap(command),
    settle: async (options) => created?.settle(options),
    accept: (path) => created?.accept(path),
    async [Symbol.asyncDispose]() {
      isClosed = true
      await created?.[Symbol.asyncDispose]()
      kept?.[Symbol.dispose]()
    },
  }
}
