import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { type SessionStore, textOf } from '@hermes/core'
import { expect } from 'vitest'
import { ensureSession, type Place, queueOf } from '../place.js'
import type { StopWorkerOptions } from './stop-worker.js'

const worker = fileURLToPath(new URL('stop-worker.ts', import.meta.url))
const claimMs = 400

export interface StoppedHolder {
  readonly place: Place
  readonly open: () => Promise<SessionStore>
  readonly folder: string
}

/** Pauses a process during an item for longer than its claim; another one handles the item in the meantime. */
export async function stopDuringItem(setting: StoppedHolder): Promise<void> {
  await using store = await setting.open()
  await ensureSession(store, 's')
  await queueOf(store).put({ queue: 'q', lane: 'a', id: '1', payload: null })
  const lines = await stopAndGoOn(setting, 'item')
  expect(lines.second).toEqual(['under way', 'stored', 'signal open'])
  expect(lines.first.slice(0, 2)).toEqual(['under way', 'fenced'])
  expect(await said(store)).toEqual([['user', 'second']])
  expect(await queueOf(store).get({ queue: 'q', id: '1' })).toMatchObject({ status: 'done', attempt: 2 })
}

/** Does the same during a turn. */
export async function stopDuringTurn(setting: StoppedHolder): Promise<void> {
  await using store = await setting.open()
  const lines = await stopAndGoOn(setting, 'turn')
  expect(lines.second).toEqual(['under way', 'completed'])
  expect(lines.first).toEqual(['under way', 'fenced'])
  expect(await said(store)).toEqual([
    ['user', 'first'],
    ['user', 'second'],
    ['assistant', 'ok'],
  ])
}

async function said(store: SessionStore) {
  return (await store.messages.load('s')).map(({ message }) => [message.role, textOf(message.content)])
}

async function stopAndGoOn({ place, folder }: StoppedHolder, work: StopWorkerOptions['work']) {
  const first = start({ place, work, name: 'first', claimMs, waits: true }, folder)
  await first.under
  first.child.kill('SIGSTOP')
  const second = start({ place, work, name: 'second', claimMs, waits: false }, folder)
  const seconds = await second.ended
  first.child.kill('SIGCONT')
  first.child.stdin?.write('go on\n')
  return { first: await first.ended, second: seconds }
}

interface Started {
  readonly child: ChildProcess
  /** Resolves when the process has its claim. */
  readonly under: Promise<unknown>
  /** Resolves to the output of the process. */
  readonly ended: Promise<readonly string[]>
}

function start(options: StopWorkerOptions, folder: string): Started {
  const child = spawn(process.execPath, ['--no-warnings', worker, JSON.stringify(options)], {
    stdio: ['pipe', 'pipe', 'inherit'],
    env: { ...process.env, NODE_COMPILE_CACHE: join(folder, 'cache') },
  })
  const output = createInterface({ input: child.stdout })
  const lines: string[] = []
  output.on('line', (line) => lines.push(line))
  return { child, under: once(output, 'line'), ended: once(child, 'close').then(() => lines) }
}
