import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { Benchmark, Figures, Prepare } from '../benchmark.ts'
import { createProductStore } from '../product.ts'

export interface WriterOptions {
  readonly path: string
  readonly name: string
  readonly count: number
  /** The average delay between two writes, in milliseconds. 0: none. */
  readonly pauseMs: number
  readonly kind: 'hermes' | 'raw'
}

type Load = Pick<WriterOptions, 'count' | 'pauseMs'>

const writers = 4
const script = fileURLToPath(new URL('../store-writer.ts', import.meta.url))

export const writersPaced: Benchmark = {
  id: 'writers',
  title: '4 processes store 200 messages each in one file, as agents do: about one in 25 ms',
  rounds: 3,
  warmUps: 1,
  floor: 'floor-raw',
  contenders: contenders({ count: 200, pauseMs: 25 }),
  targets: [
    { contender: 'hermes', figure: 'p99Ms', limit: 2 },
    { contender: 'hermes', figure: 'maxMs', limit: 20 },
    { contender: 'hermes', figure: 'lost', limit: 0 },
  ],
}

export const writersSaturated: Benchmark = {
  id: 'writers-saturated',
  title: '4 processes store 1000 messages each in one file, as fast as they can',
  rounds: 3,
  warmUps: 1,
  floor: 'floor-raw',
  contenders: contenders({ count: 1000, pauseMs: 0 }),
  targets: [
    { contender: 'hermes', figure: 'maxMs', limit: 150 },
    { contender: 'hermes', figure: 'lost', limit: 0 },
  ],
}

function contenders(load: Load): Benchmark['contenders'] {
  return { 'floor-raw': manyWriters('raw', load), hermes: manyWriters('hermes', load) }
}

function manyWriters(kind: WriterOptions['kind'], load: Load): Prepare {
  let round = 0
  return async ({ folder }) => {
    const path = `${folder}/state.db`
    const store = await createProductStore(path, 'NORMAL')
    return async () => {
      const names = Array.from({ length: writers }, (_, number) => `${round}-${number}`)
      round += 1
      const times = (await Promise.all(names.map((name) => runWriter({ ...load, path, name, kind })))).flat()
      const stored = await Promise.all(names.map((name) => store.messages.load(name)))
      return { ...figuresOf(times), lost: writers * load.count - stored.flat().length }
    }
  }
}

/** Runs a writer. @returns the duration of each write in milliseconds. */
function runWriter(options: WriterOptions): Promise<readonly number[]> {
  const child = spawn(process.execPath, [...process.execArgv, script, JSON.stringify(options)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let printed = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    printed += text
  })
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code) => {
      if (code === 0) resolve(JSON.parse(printed))
      else reject(new Error(`A writer ended with status ${code}.`))
    })
  })
}

function figuresOf(times: readonly number[]): Figures {
  const sorted = times.toSorted((left, right) => left - right)
  const at = (part: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN
  const perSecond = (1000 * writers * times.length) / times.reduce((sum, time) => sum + time, 0)
  return { p50Ms: at(0.5), p99Ms: at(0.99), maxMs: at(1), perSecond }
}
