import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type SessionStore, textOf } from '@hermes/core'
import { expect } from 'vitest'
import { type Place, queueOf } from '../place.js'
import type { KillWorkerOptions } from './kill-worker.js'

const worker = fileURLToPath(new URL('kill-worker.ts', import.meta.url))
const slots = ['a', 'b', 'c']
const lanes = ['l0', 'l1', 'l2', 'l3', 'l4']

export interface KillRounds {
  readonly place: Place
  readonly open: () => Promise<SessionStore>
  readonly rounds: number
  readonly random: () => number
  /** A folder for the output of the workers. */
  readonly folder: string
}

export interface KillFigures {
  readonly kills: number
  readonly acknowledged: number
  /** The number of claimed or waiting items when all processes were dead. */
  readonly leftBehind: number
}

/**
 * Lets three processes put and handle items, and kills them without warning, round after round; the rest is processed at the
 * end.
 */
export async function killRounds({ place, open, rounds, random, folder }: KillRounds): Promise<KillFigures> {
  const acknowledged: string[] = []
  for (let life = 0; life < rounds; life++) {
    const lives = slots.map((slot) => liveAndDie({ place, slot, life, lanes }, random() * 500, folder))
    acknowledged.push(...(await Promise.all(lives)).flat())
  }
  await using store = await open()
  const left = await queueOf(store).list({ queue: 'q' })
  await workOff(store)
  await expectRecord(store, acknowledged)
  return { kills: rounds * slots.length, acknowledged: acknowledged.length, leftBehind: left.length }
}

/** Runs a process and kills it. @returns the acknowledged ids. */
function liveAndDie(options: KillWorkerOptions, afterMs: number, folder: string): Promise<readonly string[]> {
  const child = spawn(process.execPath, ['--no-warnings', worker, JSON.stringify(options)], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, NODE_COMPILE_CACHE: join(folder, 'cache') },
  })
  const printed = { stdout: '', stderr: '' }
  child.stdout.once('data', () => setTimeout(() => child.kill('SIGKILL'), afterMs))
  for (const stream of ['stdout', 'stderr'] as const) {
    child[stream].setEncoding('utf8').on('data', (text: string) => {
      printed[stream] += text
    })
  }
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code, signal) => {
      if (signal !== 'SIGKILL') return reject(new Error(`A worker ended with ${code ?? signal}: ${printed.stderr}`))
      resolve(printed.stdout.split('\n').slice(0, -1))
    })
  })
}

/** Processes the rest. When all processes are dead, their items are handed out immediately, and none is left. */
async function workOff(store: SessionStore): Promise<void> {
  const queue = queueOf(store)
  const stop = new AbortController()
  const working = queue.work(
    'q',
    async ({ id, lane }, { item }) => {
      await store.messages.append(lane, [{ message: { role: 'user', content: id }, timestampMs: 1 }], { settles: item })
    },
    { signal: stop.signal },
  )
  await expect.poll(() => queue.list({ queue: 'q' }), { timeout: 25_000 }).toEqual([])
  stop.abort()
  await working
}

/**
 * Expects every acknowledged item in its lane once, and the items of one process in the order in which they were put.
 */
async function expectRecord(store: SessionStore, acknowledged: readonly string[]): Promise<void> {
  const stored = await Promise.all(lanes.map((lane) => idsOf(store, lane)))
  const all = stored.flat()
  expect(new Set(all).size, 'items that were done twice').toBe(all.length)
  const done = new Set(all)
  expect(
    acknowledged.filter((id) => !done.has(id)),
    'items that were lost',
  ).toEqual([])
  for (const ids of stored) {
    const byProcess = Map.groupBy(ids, (id) => id.split('/').slice(0, 2).join('/'))
    for (const [process, members] of byProcess) {
      const numbers = members.map((id) => Number(id.split('/')[2]))
      expect(numbers, `the order of ${process}`).toEqual(numbers.toSorted((left, right) => left - right))
    }
  }
}

async function idsOf(store: SessionStore, session: string): Promise<readonly string[]> {
  const messages = await store.messages.load(session)
  return messages.filter(({ message }) => message.role === 'user').map(({ message }) => textOf(message.content))
}
