import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type SessionStore, textOf } from '@hermes/core'
import fc from 'fast-check'
import { expect, inject } from 'vitest'
import { open, type Place } from '../place.js'
import type { WorkerOptions } from './kill-worker.js'

const worker = fileURLToPath(new URL('kill-worker.ts', import.meta.url))
const conversations = ['a', 'b', 'c']
const inputs = 20
const moment = fc.integer({ min: 1, max: 700 })

/** The checkpoints at which the processes of each life are killed. */
export interface KillRound {
  readonly kills: readonly (readonly number[])[]
  readonly isSteering: boolean
}

export interface KillRounds {
  readonly rounds: readonly KillRound[]
  run(round: KillRound): Promise<void>
  /** Checks that the rounds killed processes in the middle of their work. */
  expectKills(): void
}

/**
 * Lets two processes submit the same numbered inputs to the same conversations and kills them at random moments. The next two continue
 * where they stopped, and the last one is not killed. Does the same for one process whose inputs are steers. FAST_CHECK_SEED explores
 * other moments.
 * @param count The number of rounds with two processes, and with one. Multiplied by the effort.
 */
export function killRounds(count: number, newPlace: (folder: string) => Place): KillRounds {
  const { seed = 0 } = fc.readConfigureGlobal()
  const options = { numRuns: count * inject('effort'), seed }
  const lives = { minLength: 1, maxLength: 3 }
  const rounds: readonly KillRound[] = [
    ...fc.sample(fc.array(fc.tuple(moment, moment), lives), options).map((kills) => ({ kills, isSteering: false })),
    // Inputs for a running turn are only ordered within one process.
    ...fc.sample(fc.array(fc.tuple(moment), lives), options).map((kills) => ({ kills, isSteering: true })),
  ]
  const seen = { rounds: 0, kills: 0, accepted: 0 }
  return {
    rounds,
    async run({ kills, isSteering }) {
      using folder = temporaryFolder()
      const place = newPlace(folder.path)
      const options = { place, acceptedPath: join(folder.path, 'accepted'), conversations, inputs, isSteering }
      for (const moments of kills) {
        const killed = await Promise.all(moments.map((killAt) => live({ ...options, killAt })))
        seen.kills += killed.filter(Boolean).length
      }
      const acceptedBefore = linesOf(options.acceptedPath)
      await live({ ...options, killAt: 0 })
      await using store = await open(place)
      await expectRecord(store)
      seen.rounds += 1
      seen.accepted += new Set(acceptedBefore).size
    },
    expectKills() {
      expect(seen.rounds).toBe(rounds.length)
      expect(seen.kills).toBeGreaterThan(rounds.length)
      expect(seen.accepted).toBeGreaterThan(0)
    },
  }
}

async function expectRecord(store: SessionStore): Promise<void> {
  for (const key of conversations) {
    const expected = Array.from({ length: inputs }, (_, number) => `${key} ${number}`)
    const { asked, answered } = await readTalk(store, key)
    expect(asked, 'each input once, in order').toEqual(expected)
    expect(new Set(answered).size, 'no answer twice').toBe(answered.length)
  }
  expect(await store.queue?.list(), 'nothing is left').toEqual([])
}

async function readTalk(store: SessionStore, key: string) {
  const id = await store.values?.get('conversation-keys', key)
  const messages = (await store.messages.load(String(id))).map(({ message }) => message)
  const textsOf = (role: string) =>
    messages.filter((message) => message.role === role).map(({ content }) => textOf(content))
  return { asked: textsOf('user'), answered: textsOf('assistant').filter((text) => text !== '') }
}

/** Runs the worker until it ends or is killed. @returns whether it was killed. */
function live(options: WorkerOptions): Promise<boolean> {
  const child = spawn(process.execPath, [worker, JSON.stringify(options)], { stdio: ['ignore', 'pipe', 'pipe'] })
  child.stdout.once('data', () => child.kill('SIGKILL'))
  let printed = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    printed += text
  })
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code, signal) => {
      const isKilled = signal === 'SIGKILL' && options.killAt > 0
      if (isKilled || code === 0) resolve(isKilled)
      else reject(new Error(`The worker ended with ${code ?? signal}: ${printed}`))
    })
  })
}

function linesOf(path: string): readonly string[] {
  return existsSync(path) ? readFileSync(path, 'utf8').trimEnd().split('\n') : []
}

function temporaryFolder(): Disposable & { readonly path: string } {
  const path = mkdtempSync(join(tmpdir(), 'hermes-inputs-'))
  return { path, [Symbol.dispose]: () => rmSync(path, { recursive: true, force: true, maxRetries: 5 }) }
}
