import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createJobBook } from '@hermes/scheduler'
import { open, type Place } from '../place.js'
import type { WorkerOptions } from './kill-worker.js'

const worker = fileURLToPath(new URL('kill-worker.ts', import.meta.url))

export function startLife(options: WorkerOptions): ChildProcess {
  return spawn(process.execPath, [worker, JSON.stringify(options)], { stdio: ['ignore', 'pipe', 'pipe'] })
}

/** Waits for the end of a process. @returns whether it was killed. */
export function endOf(child: ChildProcess): Promise<boolean> {
  let printed = ''
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    printed += text
  })
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code, signal) => {
      if (signal === 'SIGKILL' || code === 0) resolve(signal === 'SIGKILL')
      else reject(new Error(`The worker ended with ${code ?? signal}: ${printed}`))
    })
  })
}

/** Returns the effects by the id of their run. */
export function readLog(path: string): ReadonlyMap<string, readonly string[]> {
  const effects = new Map<string, string[]>()
  for (const line of existsSync(path) ? readFileSync(path, 'utf8').trimEnd().split('\n') : []) {
    const [effect = '', id = ''] = line.split(' ')
    effects.set(id, [...(effects.get(id) ?? []), effect])
  }
  return effects
}

export async function addJobs(place: Place, count: number): Promise<void> {
  await using store = await open(place)
  const book = createJobBook({ store, zone: 'UTC' })
  for (let index = 0; index < count; index += 1) {
    await book.add({ schedule: '* * * * *', task: { prompt: 'Look.' }, createdBy: 'person' })
  }
}

export async function readRuns(place: Place) {
  await using store = await open(place)
  const book = createJobBook({ store, zone: 'UTC' })
  const runs = await Promise.all((await book.list()).map(({ id }) => book.runs(id)))
  return { runs: runs.flat(), left: (await store.queue?.list()) ?? [] }
}

export function temporaryFolder(): Disposable & { readonly path: string } {
  const path = mkdtempSync(join(tmpdir(), 'hermes-firings-'))
  return { path, [Symbol.dispose]: () => rmSync(path, { recursive: true, force: true, maxRetries: 5 }) }
}
