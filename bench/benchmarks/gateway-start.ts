import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { Benchmark, Place, Prepare } from '../benchmark.ts'
import { model } from '../conversation.ts'
import { usageOf } from '../usage-of.ts'

const floorScript = join(import.meta.dirname, '../start/gateway-floor.mjs')
const hermes = join(import.meta.dirname, '../../apps/cli/dist/main.js')
const key = 'made-up-bench-key'
/** The time after which a started process is idle, in milliseconds. */
const settleMs = 2_000

export const gatewayStart: Benchmark = {
  id: 'gateway-start',
  title: 'from the start of a gateway until it is ready, until its API has answered, and its memory when it is idle',
  rounds: 7,
  floor: 'floor',
  ...(process.platform !== 'linux' && { unavailable: 'the memory of another process is read from /proc' }),
  contenders: {
    floor: gateway(({ folder }) => [floorScript, `${folder}/floor.db`]),
    hermes: gateway(() => [hermes, 'gateway', 'run', '--port', '0']),
  },
  targets: [
    { contender: 'hermes', figure: 'readyMs', limit: 200 },
    { contender: 'hermes', figure: 'wallMs', limit: 200 },
    { contender: 'hermes', figure: 'rssMb', limit: 90 },
  ],
}

function gateway(toArgs: (place: Place) => readonly string[]): Prepare {
  return (place) => async () => {
    const start = performance.now()
    const child = spawn(process.execPath, toArgs(place), {
      cwd: place.folder,
      stdio: ['ignore', 'pipe', 'ignore'],
      env: {
        PATH: process.env.PATH,
        HERMES_HOME: `${place.folder}/home`,
        API_SERVER_KEY: key,
        HERMES_PROVIDER: 'custom',
        HERMES_MODEL: model,
        HERMES_BASE_URL: `${place.server}/tools/0/v1`,
      },
    })
    const exited = once(child, 'exit')
    try {
      const url = await printedUrl(child)
      await answer(`${url}/readyz`)
      const readyMs = performance.now() - start
      await answer(`${url}/v1/models`, { headers: { authorization: `Bearer ${key}` } })
      const wallMs = performance.now() - start
      await delay(settleMs)
      return { readyMs, wallMs, ...usageOf(child.pid ?? 0) }
    } finally {
      child.kill()
      await exited
    }
  }
}

async function answer(url: string, options?: RequestInit): Promise<void> {
  const response = await fetch(url, options)
  const text = await response.text()
  if (!response.ok) throw new Error(`The gateway answered ${response.status}: ${text}`)
}

async function printedUrl(child: ChildProcess): Promise<string> {
  let printed = ''
  for await (const chunk of child.stdout ?? []) {
    printed += chunk
    const [url] = /http:\/\/127\.0\.0\.1:\d+/.exec(printed) ?? []
    if (url) return url
  }
  throw new Error(`The gateway ended before it listened: ${printed}`)
}
