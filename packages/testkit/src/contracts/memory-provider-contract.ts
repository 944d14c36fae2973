import type { MemoryFileWrite, MemoryProvider, MemoryTurn } from '@hermes/core/extension'
import { describe, expect, onTestFinished, test } from 'vitest'
import { patient, testLimitMs } from './time-limits.js'

export interface MemoryProviderContractOptions {
  /** The name of the provider in the report. */
  readonly name: string
  /** Creates an empty provider before each test. */
  create(): Promise<MemoryProviderSubject>
}

export interface MemoryProviderSubject {
  readonly provider: MemoryProvider
  /** Opens another provider on the same data, as after a restart. The first one is disposed of earlier. */
  reopen(): Promise<MemoryProvider>
}

const { signal } = new AbortController()
const turn: MemoryTurn = {
  id: 'turn 1',
  sessionId: 's',
  atMs: Date.UTC(2026, 0, 5),
  user: 'The harbour of Ada is Utrecht.',
  assistant: 'Noted.',
  origins: [],
}
const write: MemoryFileWrite = {
  id: 'change 1',
  atMs: turn.atMs,
  target: 'user',
  added: ['The harbour is Utrecht.'],
  removed: [],
}
const asking = { sessionId: 'later', text: 'Tell me about the harbour' }

/**
 * Registers the vitest suite for a {@link MemoryProvider}: what a turn taught is recalled later, only to the same
 * person.
 *
 * @example
 * ```ts
 * memoryProviderContract({ name: 'local', create: async () => ({ provider: createLocalMemory({ store }), reopen: ... }) })
 * ```
 */
export function memoryProviderContract({ name, create }: MemoryProviderContractOptions): void {
  describe(`Memory provider contract: ${name}`, { timeout: testLimitMs }, () => {
    async function open() {
      const subject = await create()
      onTestFinished(() => subject.provider[Symbol.asyncDispose]?.())
      return subject
    }
    const textsOf = async (provider: MemoryProvider, person?: string) => {
      const found = await provider.prefetch({ ...asking, ...(person !== undefined && { person }) }, { signal })
      return found.map(({ text }) => text)
    }
    const knows = expect.arrayContaining([expect.stringContaining('Utrecht')])

    test('recalls nothing when it is empty', async () => {
      expect(await textsOf((await open()).provider)).toEqual([])
    })

    test('recalls what an earlier turn taught', async () => {
      const { provider } = await open()
      await provider.sync(turn, { signal })
      await expect.poll(() => textsOf(provider), patient).toEqual(knows)
    })

    test('recalls nothing of one person for another person or for the owner', async () => {
      const { provider } = await open()
      await provider.sync({ ...turn, person: 'ada' }, { signal })
      await expect.poll(() => textsOf(provider, 'ada'), patient).toEqual(knows)
      for (const person of ['Ada', 'bob', '', undefined]) expect(await textsOf(provider, person)).toEqual([])
    })

    test('stores a repeated turn once', async () => {
      const { provider } = await open()
      await provider.sync(turn, { signal })
      await provider.sync(turn, { signal })
      await expect.poll(() => textsOf(provider), patient).toEqual(knows)
      expect((await textsOf(provider)).filter((text) => text.includes('Utrecht'))).toHaveLength(1)
    })

    test('keeps turns across a restart', async () => {
      const { provider, reopen } = await open()
      await provider.sync(turn, { signal })
      await provider[Symbol.asyncDispose]?.()
      const next = await reopen()
      onTestFinished(() => next[Symbol.asyncDispose]?.())
      await expect.poll(() => textsOf(next), patient).toEqual(knows)
    })

    test('returns who wrote what it recalls', async () => {
      const { provider } = await open()
      const origins = [{ kind: 'person', name: 'eve' }] as const
      await provider.sync({ ...turn, origins }, { signal })
      await expect
        .poll(() => provider.prefetch(asking, { signal }), patient)
        .toEqual([expect.objectContaining({ origins })])
    })

    test('rejects with the reason of an aborted signal', async () => {
      const { provider } = await open()
      const reason = new Error('enough')
      const aborted = { signal: AbortSignal.abort(reason) }
      await expect(provider.prefetch(asking, aborted)).rejects.toBe(reason)
      await expect(provider.sync(turn, aborted)).rejects.toBe(reason)
      expect(await textsOf(provider)).toEqual([])
    })

    test('recalls a new entry of the memory files once, only to its person, if it is notified of entries', async ({
      skip,
    }) => {
      const { provider } = await open()
      if (!provider.afterMemoryWrite) return skip('It keeps turns only.')
      await provider.afterMemoryWrite({ ...write, person: 'ada' }, { signal })
      await provider.afterMemoryWrite({ ...write, person: 'ada' }, { signal })
      await provider.afterMemoryWrite({ ...write, id: 'change 2', added: [], removed: ['Never known.'] }, { signal })
      await expect.poll(() => textsOf(provider, 'ada'), patient).toEqual(knows)
      expect((await textsOf(provider, 'ada')).filter((text) => text.includes('Utrecht'))).toHaveLength(1)
      for (const person of ['bob', undefined]) expect(await textsOf(provider, person)).toEqual([])
      const reason = new Error('enough')
      const refused = provider.afterMemoryWrite({ ...write, id: 'change 3' }, { signal: AbortSignal.abort(reason) })
      await expect(refused).rejects.toBe(reason)
    })

    test('accepts sessions and compressions', async () => {
      const { provider } = await open()
      await provider.switchSession?.({ sessionId: 's' }, { signal })
      await provider.beforeCompression?.({ sessionId: 's', messages: [{ role: 'user', content: 'Hello' }] }, { signal })
      await provider.endSession?.({ sessionId: 's', messages: [{ role: 'user', content: 'Hello' }] }, { signal })
      const names = (provider.tools ?? []).map((tool) => tool.name)
      expect(new Set(names).size).toBe(names.length)
      expect(provider.id).toMatch(/^[a-z0-9][a-z0-9-]*$/)
    })
  })
}
