import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { Benchmark, Figures, Place, Prepare } from '../benchmark.ts'
import { model } from '../conversation.ts'
import { hermes } from '../hermes-command.ts'
import { createProductStore } from '../product.ts'
import { quantile } from '../quantile.ts'
import { startTerminal } from '../terminal-process.ts'

const floorScript = join(import.meta.dirname, '../start/terminal-floor.mjs')
const keys = 100
/** The number of pieces of an answer, at sixty per second. */
const pieces = 600
/** The part of that answer over which CPU time is measured, in milliseconds. */
const measuredMs = 8_000
/** The time after which a started terminal is idle, in milliseconds. */
const settleMs = 2_500
const longSession = 10_000

export const fullScreen: Benchmark = {
  id: 'full-screen',
  title: `${keys} keys in the full screen, and an answer of 60 pieces a second, also behind ${longSession} messages`,
  rounds: 3,
  warmUps: 0,
  floor: 'floor',
  ...(process.platform !== 'linux' && { unavailable: 'the use of a process is read from /proc' }),
  contenders: {
    floor: terminal(({ server }) => [floorScript, `${server}/steady/${pieces}/v1/chat/completions`]),
    hermes: terminal(() => [hermes, '--tui']),
    'hermes-long': terminal(() => [hermes, '--tui', '-r', 'long'], storeLongSession),
  },
  targets: [
    { contender: 'hermes', figure: 'keyP99Ms', limit: 16 },
    { contender: 'hermes', figure: 'streamCpuPercent', limit: 5 },
    { contender: 'hermes', figure: 'rssMb', limit: 160 },
    { contender: 'hermes-long', figure: 'keyP99Ms', limit: 16 },
    { contender: 'hermes-long', figure: 'rssMb', limit: 160 },
  ],
}

function terminal(toArgs: (place: Place) => readonly string[], prepare = async (_: Place) => undefined): Prepare {
  return async (place) => {
    mkdirSync(`${place.folder}/home`, { recursive: true })
    writeFileSync(`${place.folder}/home/config.yaml`, settingsFor(place))
    await prepare(place)
    return () => measure(toArgs(place), place.folder)
  }
}

async function measure(args: readonly string[], folder: string): Promise<Figures> {
  const start = performance.now()
  const terminal = startTerminal(args, folder)
  try {
    const firstMs = (await terminal.shows(/\S/)) - start
    await delay(settleMs)
    const keyMs: number[] = []
    for (let key = 0; key < keys; key++) {
      const letter = 'abcdefghij'.charAt(key % 10)
      const shown = terminal.shows(new RegExp(letter))
      const pressed = performance.now()
      terminal.type(letter)
      keyMs.push((await shown) - pressed)
      await delay(15)
    }
    const begun = terminal.shows(/word/)
    terminal.type('\r')
    await begun
    const before = terminal.usage()
    await delay(measuredMs)
    const after = terminal.usage()
    return {
      firstMs,
      keyMs: quantile(keyMs, 0.5),
      keyP99Ms: quantile(keyMs, 0.99),
      streamCpuPercent: (100 * (after.cpuMs - before.cpuMs)) / measuredMs,
      rssMb: after.rssMb,
    }
  } finally {
    await terminal.end()
  }
}

function settingsFor({ server }: Place): string {
  return JSON.stringify({
    model: {
      provider: 'custom',
      default: model,
      base_url: `${server}/steady/${pieces}/v1`,
      api_key: 'none',
      context_length: 10_000_000,
    },
    auxiliary: { title_generation: { enabled: false } },
  })
}

async function storeLongSession({ folder }: Place): Promise<undefined> {
  await using store = await createProductStore(`${folder}/home/state.db`, 'NORMAL')
  await store.sessions.create({ id: 'long', source: 'cli', startedAtMs: Date.now(), workingDirectory: folder })
  const exchange = (number: number) => [
    {
      message: { role: 'user', content: `Question ${number}: ${'what about this and that '.repeat(4)}` },
      timestampMs: 1,
    } as const,
    {
      message: { role: 'assistant', content: `Answer ${number}: ${'a sentence of an answer '.repeat(8)}` },
      timestampMs: 1,
    } as const,
  ]
  for (let first = 0; first < longSession / 2; first += 250) {
    await store.messages.append('long', Array.from({ length: 250 }, (_, index) => exchange(first + index)).flat())
  }
}
