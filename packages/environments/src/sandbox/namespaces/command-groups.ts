import type { SessionId } from '@hermes/core'
import type { CommandOwner } from '@hermes/core/environment'
import { type CommandGroup, createCommandGroup } from './command-group.js'

export interface CommandGroups extends AsyncDisposable {
  /** Returns the command group of a conversation. Commands without a conversation share one. */
  of(owner: CommandOwner | undefined): CommandGroup
  /** Resolves to whether processes of commands run in any group. */
  isInhabited(): Promise<boolean>
}

/** Maximum number of groups. Above it, groups without a running command are closed. */
const mostGroups = 64

export function createCommandGroups(options: Parameters<typeof createCommandGroup>[0]): CommandGroups {
  /** Groups by conversation, with the most recently used last. */
  const groups = new Map<SessionId, CommandGroup>()
  const closing = new Set<Promise<void>>()

  function makeRoom(): void {
    const idle = [...groups].filter(([, group]) => group.isIdle)
    for (const [key, group] of idle.slice(0, Math.max(0, groups.size - mostGroups))) {
      groups.delete(key)
      const closed = Promise.resolve(group[Symbol.asyncDispose]())
      closing.add(closed)
      void closed.finally(() => closing.delete(closed))
    }
  }

  return {
    of(owner) {
      const key = owner?.conversation ?? ''
      const group = groups.get(key) ?? createCommandGroup(options)
      groups.delete(key)
      makeRoom()
      groups.set(key, group)
      return group
    },
    async isInhabited() {
      return (await Promise.all([...groups.values()].map((group) => group.isInhabited()))).includes(true)
    },
    async [Symbol.asyncDispose]() {
      await Promise.all([...closing, ...[...groups.values()].map((group) => group[Symbol.asyncDispose]())])
    },
  }
}
