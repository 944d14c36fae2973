import type { MemoryOwner, MemoryProvider, MemoryTurn } from '@hermes/core/extension'

export interface FakeMemoryProvider extends MemoryProvider {
  /** The turns that the provider received, in order, each once. */
  readonly turns: readonly MemoryTurn[]
  /** The compressions, and the starts and ends of sessions, that the provider was notified of. */
  readonly told: readonly string[]
}

export interface FakeMemoryOptions {
  /** Called before each call, to make it slow or fail. */
  readonly before?: (call: 'prefetch' | 'sync' | 'write' | 'end', signal: AbortSignal) => Promise<void> | void
  /** Turns stored by an earlier provider. */
  readonly turns?: MemoryTurn[]
}

/** Creates a memory provider that recalls every turn that contains a word of the request. */
export function fakeMemoryProvider({ before, turns = [] }: FakeMemoryOptions = {}): FakeMemoryProvider {
  const told: string[] = []
  const isOf = (owner: MemoryOwner) => (turn: MemoryTurn) => turn.person === owner.person
  return {
    id: 'fake',
    turns,
    told,
    async prefetch(request, { signal }) {
      signal.throwIfAborted()
      await before?.('prefetch', signal)
      const words = wordsOf(request.text)
      return turns
        .filter(isOf(request))
        .filter(({ user }) => wordsOf(user).some((word) => words.includes(word)))
        .map(({ user, origins }) => ({ text: user, origins }))
    },
    async sync(turn, { signal }) {
      signal.throwIfAborted()
      await before?.('sync', signal)
      if (!turns.some(({ id }) => id === turn.id)) turns.push(turn)
    },
    async switchSession({ sessionId }) {
      told.push(`session ${sessionId}`)
    },
    async beforeCompression({ messages }) {
      told.push(`compression of ${messages.length}`)
    },
    async endSession({ sessionId, messages }, { signal }) {
      signal.throwIfAborted()
      await before?.('end', signal)
      told.push(`end of ${sessionId} with ${messages.length}`)
    },
    async afterMemoryWrite({ id: change, sessionId = '', added, removed, atMs, person }, { signal }) {
      signal.throwIfAborted()
      await before?.('write', signal)
      const isGone = ({ user, ...turn }: MemoryTurn) => turn.person === person && removed.includes(user)
      turns.splice(0, turns.length, ...turns.filter((turn) => !isGone(turn)))
      for (const [index, user] of added.entries()) {
        const id = `${change}-${index}`
        const turn = { id, sessionId, atMs, user, assistant: '', origins: [], ...(person !== undefined && { person }) }
        if (!turns.some((known) => known.id === id)) turns.push(turn)
      }
    },
  }
}

function wordsOf(text: string): readonly string[] {
  return text.toLowerCase().match(/\p{L}{3,}/gu) ?? []
}
