import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type SessionStore, textOf } from '@hermes/core'
import { createSqliteStore } from '@hermes/state'
import fc from 'fast-check'
import { expect, inject, test } from 'vitest'
import type { WorkerOptions } from './kill-worker.js'

/*
 * Two processes submit the same numbered inputs to the same conversations and kill themselves at random moments; the next two continue
 * where they stopped, and the last one is not killed. The same for one process whose inputs are steers. FAST_CHECK_SEED explores other
 * moments.
 */

const worker = fileURLToPath(new URL('kill-worker.ts', import.meta.url))
const conversations = ['a', 'b', 'c']
const inputs = 20
const seen = { rounds: 0, kills: 0, accepted: 0 }
const { seed = 0 } = fc.readConfigureGlobal()
const moment = fc.integer({ min: 1, max: 700 })
const numRuns = 4 * inject('effort')
const rounds = [
  ...fc.sample(fc.array(fc.tuple(moment, moment), { minLength: 1, maxLength: 3 }), { numRuns, seed }),
  // Inputs for a running turn are only ordered within one process.
  ...fc.sample(fc.array(fc.tuple(moment), { minLength: 1, maxLength: 3 }), { numRuns, seed }),
]

test.concurrent.each(rounds.map((kills) => ({ kills, isSteering: kills.every(({ length }) => length === 1) })))(
  'runs inputs once and in order through kills at $kills',
  async ({ kills, isSteering }) => {
    using folder = temporaryFolder()
    const options = {
      databasePath: join(folder.path, 'state.db'),
      acceptedPath: join(folder.path, 'accepted'),
      conversations,
      inputs,
      isSteering,
    }
    for (const moments of kills) await Promise.all(moments.map((killAt) => run({ ...options, killAt })))
    const acceptedBefore = linesOf(options.acceptedPath)
    await run({ ...options, killAt: 0 })
    await using store = await createSqliteStore({ path: options.databasePath })
    for (const key of conversations) {
      const expected = Array.from({ length: inputs }, (_, number) => `${key} ${number}`)
      const { asked, answered } = await readTalk(store, key)
      expect(asked, 'each input once, in order').toEqual(expected)
      expect(new Set(answered).size, 'no answer twice').toBe(answered.length)
    }
    expect(await store.queue?.list(), 'nothing is left').toEqual([])
    seen.rounds += 1
    seen.accepted += new Set(acceptedBefore).size
  },
  120_000,
)

test('killed processes in the middle of their work', () => {
  expect(seen.rounds).toBe(rounds.length)
  expect(seen.kills).toBeGreaterThan(rounds.length)
  expect(seen.accepted).toBeGreaterThan(0)
})

async function readTalk(store: SessionStore, key: string) {
  const id = await store.values?.get('conversation-keys', key)
  const messages = (await store.messages.load(String(id))).map(({ message }) => message)
  const textsOf = (role: string) =>
    messages.filter((message) => message.role === role).map(({ content }) => textOf(content))
  return { asked: textsOf('user'), answered: textsOf('assistant').filter((text) => text !== '') }
}

/** Runs the worker until it ends or is killed. */
function run(options: WorkerOptions): Promise<void> {
  const child = spawn(process.execPath, [worker, JSON.stringify(options)], { stdio: ['ignore', 'ignore', 'pipe'] })
  let printed = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    printed += text
  })
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code, signal) => {
      if (signal === 'SIGKILL' && options.killAt > 0) seen.kills += 1
      else if (code !== 0) return reject(new Error(`The worker ended with ${code ?? signal}: ${printed}`))
      resolve()
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
