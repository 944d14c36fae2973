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
    created ??= create()
    return created
  }
  const openForCommand = () => {
    if (isClosed) throw new EnvironmentError('The sandbox is closed: open a new surface to run commands.')
    return open()
  }
  return {
    name,
    get canProxy() {
      return open().canProxy
    },
    // Also asked by gates that outlive it. It starts nothing.
    accessOf: (owner) => open().accessOf(owner),
    begin: (owner) => openForCommand().begin(owner),
    wrap: async (command) => openForCommand().wrap(command),
    settle: async (options) => created?.settle(options),
    accept: (path) => created?.accept(path),
    async [Symbol.asyncDispose]() {
      isClosed = true
      await created?.[Symbol.asyncDispose]()
      kept?.[Symbol.dispose]()
    },
  }
}
