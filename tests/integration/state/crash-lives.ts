import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type SessionStore, textOf } from '@hermes/core'
import { expect } from 'vitest'
import { sharedPrompt, sharedSession, stepsOf, type WriterOptions } from './crash-plan.js'

/** The concurrent writers. */
export const slots = ['a', 'b', 'c', 'd']

const writer = fileURLToPath(new URL('crash-writer.ts', import.meta.url))

/** One life of a writer, with the numbers of its acknowledged appends. */
export interface Life {
  readonly options: WriterOptions
  readonly acknowledged: readonly number[]
}

export interface CrashesOptions {
  /** A folder for the output of the writers. */
  readonly folder: string
  /** Whether writes of one process keep their order across sessions. */
  readonly isOrderTotal: boolean
}

export interface Crashes {
  /**
   * Starts a writer and kills it: sometimes while it opens the store, but mostly between its first and hundredth write.
   */
  live(options: WriterOptions, random: () => number): Promise<Life>
  /**
   * Expects every life to have left a prefix of its plan that contains everything acknowledged, each message once and
   * in order.
   */
  expectRecord(open: () => Promise<SessionStore>, lives: readonly Life[]): Promise<void>
  readonly seen: { kills: number; acknowledged: number; unacknowledged: number }
}

export function createCrashes({ folder, isOrderTotal }: CrashesOptions): Crashes {
  const seen = { kills: 0, acknowledged: 0, unacknowledged: 0 }
  return {
    seen,
    live: async (options, random) => {
      const life = await startLife(options, random, folder)
      seen.kills += 1
      return life
    },
    async expectRecord(open, lives) {
      await using store = await open()
      const stored = new Map<string, readonly string[]>()
      for (const session of [...slots, sharedSession]) {
        stored.set(session, await contentsOf(store, session))
        const record = await store.sessions.get(session)
        if (record) expect(record.systemPrompt).toBe(sharedPrompt)
      }
      const appends = lives.map((life) => expectLife(life, stored, isOrderTotal))
      for (const [index, { acknowledged }] of lives.entries()) {
        if (index < lives.length - slots.length) continue
        seen.acknowledged += acknowledged.length
        if ((appends[index] ?? 0) > acknowledged.length) seen.unacknowledged += 1
      }
    },
  }
}

function startLife(options: WriterOptions, random: () => number, folder: string): Promise<Life> {
  const duringStart = random() < 0.15
  const delayMs = random() * (duringStart ? 120 : 40)
  const child = spawn(process.execPath, ['--no-warnings', writer, JSON.stringify(options)], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, NODE_COMPILE_CACHE: join(folder, 'cache') },
  })
  const printed = { stdout: '', stderr: '' }
  const kill = () => setTimeout(() => child.kill('SIGKILL'), delayMs)
  if (duringStart) kill()
  else child.stdout.once('data', kill)
  for (const stream of ['stdout', 'stderr'] as const) {
    child[stream].setEncoding('utf8').on('data', (text: string) => {
      printed[stream] += text
    })
  }
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code, signal) => {
      if (signal !== 'SIGKILL') return reject(new Error(`A writer ended with ${code ?? signal}: ${printed.stderr}`))
      resolve({ options, acknowledged: printed.stdout.split('\n').slice(0, -1).map(Number) })
    })
  })
}

async function contentsOf(store: SessionStore, session: string): Promise<readonly string[]> {
  const loaded = await store.messages.load(session)
  return loaded.map(({ message }) => textOf(message.content))
}

/** Checks a life. @returns how many of its appends are stored. */
function expectLife(
  { options, acknowledged }: Life,
  stored: ReadonlyMap<string, readonly string[]>,
  isOrderTotal: boolean,
): number {
  const prefix = `${options.slot}/${options.life}/`
  const numbers = new Set<number>()
  for (const session of [options.slot, sharedSession]) {
    const contents = (stored.get(session) ?? []).filter((content) => content.startsWith(prefix))
    const found = contents.map((content) => Number(content.split('/')[2]))
    for (const number of found) numbers.add(number)
    expect(contents, `${prefix} in ${session}`).toEqual(plannedContents(options, session, Math.max(-1, ...found)))
  }
  expect(
    acknowledged.filter((number) => !numbers.has(number)),
    `${prefix}: acknowledged and lost`,
  ).toEqual([])
  if (isOrderTotal) expect(Math.max(-1, ...numbers), `${prefix}: appends that are stored`).toBe(numbers.size - 1)
  return numbers.size
}

/** Returns the messages that the appends of a life added to a session, up to one of them. */
function plannedContents(options: WriterOptions, session: string, last: number): readonly string[] {
  const planned: string[] = []
  for (const step of stepsOf(options)) {
    if (step.type !== 'append') continue
    if (step.number > last) break
    if (step.session === session) planned.push(...step.contents)
  }
  return planned
}
