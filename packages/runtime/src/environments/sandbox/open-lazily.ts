import { EnvironmentError } from '@hermes/core'
import type { Sandbox } from '@hermes/environments/sandbox'

interface OpenLazilyOptions {
  readonly name: string
  readonly create: () => Sandbox
  /** Disposed after the sandbox. */
  readonly kept?: Disposable | undefined
}

/**
 * Opens a sandbox that is created on first use. Creating it collects and keeps a list of what commands must not reach, which agents that
 * run no commands do without. What it watches cannot have been changed by an earlier command.
 */
export function openLazily({ name, create, kept }: OpenLazilyOptions): Sandbox {
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
    // Gates that outlive the sandbox also ask this. It starts nothing.
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
