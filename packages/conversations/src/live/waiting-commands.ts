import type { Sender } from '../contracts/conversation.js'

/** The commands of a conversation that wait for its turn to end. */
export interface WaitingCommands {
  /**
   * Adds a waiting command.
   * @param drop Called once if its sender leaves the conversation first.
   * @returns a function to call when the command no longer waits.
   */
  add(from: Sender, drop: () => void): () => void
  /** Drops the waiting commands of the sender on this surface. */
  leave(from: Sender): void
}

interface Waiting {
  readonly from: Sender
  readonly drop: () => void
}

export function createWaitingCommands(): WaitingCommands {
  const waiting = new Set<Waiting>()
  return {
    add(from, drop) {
      const entry = { from, drop }
      waiting.add(entry)
      return () => void waiting.delete(entry)
    },
    leave(sender) {
      const own = [...waiting].filter(({ from }) => isSame(from, sender))
      for (const entry of own) {
        waiting.delete(entry)
        entry.drop()
      }
    },
  }
}

function isSame(one: Sender, other: Sender): boolean {
  const { kind, name } = one.surface
  return one.person.id === other.person.id && kind === other.surface.kind && name === other.surface.name
}
