import { generateHistory } from '../../evals/compression/generate-history.ts'
import type { ContextEngine, ContextSnapshot, Message } from '../../packages/core/dist/index.js'
import type { Benchmark, Figures, Prepare } from '../benchmark.ts'
import { median } from '../median.ts'

const lengths = [100_000, 200_000, 400_000, 800_000]
/** The length that the other figures refer to. */
const measured = 400_000
const { signal } = new AbortController()

export const compress: Benchmark = {
  id: 'compress',
  title: `a history of ${measured.toLocaleString('en')} tokens is compressed`,
  rounds: 3,
  warmUps: 1,
  floor: 'floor-stringify',
  contenders: {
    'floor-stringify': eachLength(async (messages) => {
      if (JSON.stringify(messages).length < messages.length) throw new Error('Nothing was written.')
    }),
    'hermes-prune': eachLength(async (messages) => {
      const { pruneMessages } = await import('../../packages/compressor/dist/index.js')
      if (pruneMessages(messages, {}).length !== messages.length) throw new Error('Messages were lost.')
    }),
    'hermes-select': eachLength(async (messages) => {
      const { createSlidingWindow } = await import('../../packages/compressor/dist/index.js')
      await compressWith(createSlidingWindow(), messages)
    }),
    hermes: eachLength(async (messages) => {
      const { createCompressor } = await import('../../packages/compressor/dist/index.js')
      await compressWith(createCompressor(), messages)
    }),
  },
  targets: [
    { contender: 'hermes-prune', figure: 'growth8x', limit: 10 },
    { contender: 'hermes-select', figure: 'growth8x', limit: 10 },
    { contender: 'hermes', figure: 'growth8x', limit: 10 },
  ],
}

async function compressWith(engine: ContextEngine, messages: readonly Message[]): Promise<void> {
  const contextWindow = 128_000
  const context: ContextSnapshot = { sessionId: 'bench', system: '', tools: [], messages, contextWindow, state: {} }
  const { status } = await engine.compress(context, { signal, force: true })
  if (status !== 'compressed') throw new Error('The history was not compressed.')
}

/**
 * Measures each length. `growth8x` is the ratio of the times for 800,000 and 100,000 tokens: 8 if the time per token is
 * constant.
 */
function eachLength(work: (messages: readonly Message[]) => Promise<void>): Prepare {
  return () => {
    const histories = lengths.map((tokens) => generateHistory({ seed: 1, subject: 'software', language: 'en', tokens }))
    return async (): Promise<Figures> => {
      const spent: Record<number, Spent> = {}
      for (const [index, { messages }] of histories.entries()) {
        spent[lengths[index] ?? 0] = await timed(() => work(fresh(messages)), index === 0 ? 5 : 1)
      }
      const of = (length: number) => spent[length] ?? { wallMs: Number.NaN, cpuMs: Number.NaN }
      return {
        ...of(measured),
        t100kMs: of(100_000).cpuMs,
        t200kMs: of(200_000).cpuMs,
        t800kMs: of(800_000).cpuMs,
        growth8x: of(800_000).cpuMs / of(100_000).cpuMs,
      }
    }
  }
}

/** Copies messages, so that caches per message do not help the next round. */
function fresh(messages: readonly Message[]): readonly Message[] {
  return messages.map((message) => ({ ...message }))
}

interface Spent {
  readonly wallMs: number
  readonly cpuMs: number
}

async function timed(work: () => Promise<void>, times: number): Promise<Spent> {
  const all: Spent[] = []
  for (let time = 0; time < times; time++) {
    const cpu = process.cpuUsage()
    const start = performance.now()
    await work()
    const { user, system } = process.cpuUsage(cpu)
    all.push({ wallMs: performance.now() - start, cpuMs: (user + system) / 1000 })
  }
  return { wallMs: median(all.map(({ wallMs }) => wallMs)), cpuMs: median(all.map(({ cpuMs }) => cpuMs)) }
}
