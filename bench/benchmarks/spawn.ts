import { spawn as spawnProcess } from 'node:child_process'
import { once } from 'node:events'
import type { SpawnRequest } from '../../packages/core/dist/doors/environment.js'
import type { Benchmark, Figures, Place, Prepare } from '../benchmark.ts'

const count = 50
const command = 'echo done'
const terminal = { columns: 80, rows: 24 }

export const spawn: Benchmark = {
  id: 'spawn',
  title: `${count} commands one by one, their output read`,
  rounds: 9,
  floor: 'bash -c',
  contenders: {
    'bash -c': () => () => timed(runBash),
    hermes: throughEnvironment({ command }),
    'hermes, terminal': throughEnvironment({ command, terminal }),
  },
  targets: [{ contender: 'hermes', figure: 'wallMs', limit: 1.3, against: 'bash -c' }],
}

async function runBash(): Promise<string> {
  const child = spawnProcess('bash', ['-c', command], { stdio: ['ignore', 'pipe', 'pipe'] })
  let text = ''
  child.stdout.on('data', (data) => {
    text += data
  })
  await once(child, 'close')
  return text
}

function throughEnvironment(request: SpawnRequest): Prepare {
  return async ({ folder }: Place) => {
    const { createLocalEnvironment } = await import('../../packages/environments/dist/index.js')
    const environment = createLocalEnvironment({ workingDirectory: folder, variables: process.env })
    const run = async () => {
      const running = await environment.spawn(request, new AbortController())
      let text = ''
      for await (const { data } of running.output) text += Buffer.from(data).toString()
      await running.exit
      return text
    }
    return () => timed(run)
  }
}

async function timed(run: () => Promise<string>): Promise<Figures> {
  const times: number[] = []
  for (let index = 0; index < count; index++) {
    const start = performance.now()
    if ((await run()).trim() !== 'done') throw new Error('A command did not print what it was told to.')
    times.push(performance.now() - start)
  }
  return { p50Ms: times.sort((left, right) => left - right)[count / 2] ?? Number.NaN }
}
