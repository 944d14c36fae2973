import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Benchmark, Figures } from './benchmark.ts'

/** The figures of every round, by contender. */
export type Rounds = Readonly<Record<string, readonly Figures[]>>

export interface RunOptions {
  /** The URL of the scripted server. */
  readonly server: string
  readonly withPeers: boolean
  /** The number of rounds. Default: the benchmark's own. */
  readonly rounds?: number | undefined
}

/** Runs the contenders alternately, round by round, so that other work on the machine affects all of them. */
export async function runBenchmark(benchmark: Benchmark, options: RunOptions): Promise<Rounds> {
  const { server, withPeers, rounds: count = benchmark.rounds } = options
  const folder = await mkdtemp(join(tmpdir(), 'hermes-bench-'))
  const names = Object.keys({ ...benchmark.contenders, ...(withPeers && benchmark.peers) })
  const workers = names.map((name) => startWorker([benchmark.id, name, server, join(folder, name)]))
  const rounds: Record<string, Figures[]> = Object.fromEntries(names.map((name) => [name, []]))
  try {
    for (let round = -(benchmark.warmUps ?? 2); round < count; round++) {
      for (const worker of workers) {
        const figures = await worker.round()
        if (round >= 0) rounds[worker.name]?.push(figures)
      }
    }
  } finally {
    await Promise.all(workers.map((worker) => worker.end()))
    // A gateway that was started for it may still be writing its compile cache.
    await rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 })
  }
  return rounds
}

/** Disables the telemetry of peers, regardless of the environment. */
const withoutTelemetry = {
  LANGSMITH_TRACING: 'false',
  LANGSMITH_TRACING_V2: 'false',
  LANGCHAIN_TRACING: 'false',
  LANGCHAIN_TRACING_V2: 'false',
  OPENAI_AGENTS_DISABLE_TRACING: '1',
  DO_NOT_TRACK: '1',
}

interface Worker {
  readonly name: string
  round(): Promise<Figures>
  end(): Promise<void>
}

function startWorker(args: readonly [id: string, name: string, server: string, folder: string]): Worker {
  const name = args[1]
  const env = { ...process.env, ...withoutTelemetry }
  const child = fork(join(import.meta.dirname, 'worker.ts'), args, { env })
  const exited = once(child, 'exit')
  const died = exited.then(([code]) => {
    throw new Error(`The contender ${name} of ${args[0]} ended with status ${code}: see its message above.`)
  })
  // Awaited by each round; between rounds there is no listener.
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
