import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Benchmark, Figures } from './benchmark.ts'

/** The figures of every round, by contender. */
export type Rounds = Readonly<Record<string, readonly Figures[]>>

/** The first rounds compile; they are not counted. */
const warmUps = 2

/**
 * Lets the contenders work one after the other, round by round, so that whatever else the machine does at a time falls on
 * all of them.
 */
export async function runBenchmark(benchmark: Benchmark, server: string): Promise<Rounds> {
  const folder = await mkdtemp(join(tmpdir(), 'hermes-bench-'))
  const names = Object.keys(benchmark.contenders)
  const workers = names.map((name) => startWorker([benchmark.id, name, server, join(folder, name)]))
  const rounds: Record<string, Figures[]> = Object.fromEntries(names.map((name) => [name, []]))
  try {
    for (let round = -warmUps; round < benchmark.rounds; round++) {
      for (const worker of workers) {
        const figures = await worker.round()
        if (round >= 0) rounds[worker.name]?.push(figures)
      }
    }
  } finally {
    await Promise.all(workers.map((worker) => worker.end()))
    await rm(folder, { recursive: true, force: true })
  }
  return rounds
}

interface Worker {
  readonly name: string
  round(): Promise<Figures>
  end(): Promise<void>
}

function startWorker(args: readonly [id: string, name: string, server: string, folder: string]): Worker {
  const name = args[1]
  const child = fork(join(import.meta.dirname, 'worker.ts'), args)
  const exited = once(child, 'exit')
  const died = exited.then(([code]) => {
    throw new Error(`The contender ${name} of ${args[0]} ended with status ${code}: see its message above.`)
  })
  // Awaited by each round; between rounds nobody listens.
  died.catch(() => undefined)
  return {
    name,
    async round() {
      const reply = once(child, 'message')
      child.send('round')
      const [figures] = await Promise.race([reply, died])
      return figures
    },
    async end() {
      if (child.connected) child.disconnect()
      await exited
    },
  }
}
