import { type ChildProcess, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath, pathToFileURL } from 'node:url'
import type { ApprovalRequest } from '@hermes/core'
import { createQuestionDesk } from '@hermes/core/questions'
import { build } from 'tsup'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { NodeDatabase as Driver } from '../connection/driver/node-database.js'
import { toFindQuestions } from './question-statements.js'
import { createSqliteStore } from './sqlite-store.js'

/** Inside the package, so that the built file finds its dependencies. */
const cache = fileURLToPath(new URL('../node_modules/.cache/', import.meta.url))
mkdirSync(cache, { recursive: true })
const root = mkdtempSync(join(cache, 'questions-'))
afterAll(() => rmSync(root, { recursive: true, force: true }))
const newPath = () => join(root, `${randomUUID()}.db`)

beforeAll(async () => {
  const entry = join(root, 'entry.ts')
  const state = fileURLToPath(new URL('../index.ts', import.meta.url))
  writeFileSync(
    entry,
    `export { createSqliteStore } from ${JSON.stringify(state)}; export { createQuestionDesk } from '@hermes/core/questions'`,
  )
  await build({
    entry: { desk: entry },
    config: false,
    silent: true,
    format: 'esm',
    target: 'node22',
    outDir: root,
    noExternal: [/^@hermes\//],
    removeNodeProtocol: false,
    external: ['better-sqlite3'],
    esbuildOptions: (options) => {
      options.conditions = ['@hermes/source']
    },
  })
})

const command: ApprovalRequest = {
  sessionId: 's',
  tool: 'terminal',
  args: { command: 'rm -rf build' },
  subject: 'rm -rf build',
  workingDirectory: '/work',
  reasons: ['It deletes a folder with everything in it.'],
}

const imports = () => `
import { createQuestionDesk, createSqliteStore } from ${JSON.stringify(pathToFileURL(join(root, 'desk.js')).href)}
const [path, id] = process.argv.slice(1)
const store = await createSqliteStore({ path })
const desk = createQuestionDesk({ table: store.questions })
const print = (value) => process.stdout.write(JSON.stringify(value) + '\\n')`

/** Program that asks, prints the question and then the verdict. */
const asker = () => `${imports()}
await store.sessions.create({ id: 's', source: 'cli', startedAtMs: Date.now() })
desk.attach({ name: 'nobody looks at it' })
const emit = (event) => event.type === 'question-open' && print(event.question)
const run = { rootSessionId: 's', emit }
print(await desk.approve(${JSON.stringify(command)}, { signal: new AbortController().signal, run }))
await store[Symbol.asyncDispose]()`

/** Program that answers with its own process id as the reason, and prints whether it was the first. */
const answerer = () => `${imports()}
const { accepted, question } = await desk.answer(id, { decision: 'deny', reason: String(process.pid) }, 'other')
print({ accepted, reason: question.answer.reason })
await store[Symbol.asyncDispose]()`

function start(script: string, ...args: readonly string[]) {
  const child = spawn(process.execPath, ['--input-type=module', '--eval', script, ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  return { child, lines: linesOf(child) }
}

function linesOf({ stdout }: ChildProcess): AsyncIterator<string> {
  if (!stdout) throw new Error('The output of the child is piped.')
  return createInterface({ input: stdout })[Symbol.asyncIterator]()
}

async function next(lines: AsyncIterator<string>) {
  const { value } = await lines.next()
  return JSON.parse(value ?? 'null')
}

test('only the first of several concurrent answers is accepted, and the run gets it', async () => {
  const path = newPath()
  const asking = start(asker(), path)
  const { id } = await next(asking.lines)
  const answering = [1, 2, 3, 4].map(() => start(answerer(), path, id))
  const receipts = await Promise.all(answering.map(({ lines }) => next(lines)))
  const [first, ...others] = receipts.filter(({ accepted }) => accepted)
  expect(others).toEqual([])
  expect(receipts.map(({ reason }) => reason)).toEqual(receipts.map(() => first.reason))
  expect(await next(asking.lines)).toEqual({ decision: 'deny', reason: first.reason })
})

async function killWhileAsking() {
  const path = newPath()
  const { child, lines } = start(asker(), path)
  const { id, createdAtMs } = await next(lines)
  const exit = once(child, 'exit')
  child.kill('SIGKILL')
  expect(await exit).toEqual([null, 'SIGKILL'])
  const store = await createSqliteStore({ path })
  if (!store.questions) throw new Error('The store keeps questions.')
  const table = store.questions
  /** Creates the desk of a process that starts later. */
  const deskAfter = (laterMs: number) => createQuestionDesk({ table, services: { now: () => createdAtMs + laterMs } })
  return { id: String(id), store, table, deskAfter }
}

const context = { signal: new AbortController().signal }

test('a question of a killed process accepts no answer and is asked again', async () => {
  const { id, store, table, deskAfter } = await killWhileAsking()
  await using _ = store
  const desk = deskAfter(20_000)
  expect(await table.get(id)).toMatchObject({ state: 'open' })
  expect(await desk.answer(id, { decision: 'once' }, 'cli')).toMatchObject({
    accepted: false,
    question: { state: 'withdrawn' },
  })
  desk.attach({ name: 'cli', ask: async () => ({ decision: 'deny', reason: 'asked again' }) })
  expect(await desk.approve(command, context)).toEqual({ decision: 'deny', reason: 'asked again' })
})

test('an approval given after the process was killed covers the same command once, for a limited time', async () => {
  const { id, store, deskAfter } = await killWhileAsking()
  await using _ = store
  expect(await deskAfter(1000).answer(id, { decision: 'once' }, 'cli')).toMatchObject({ accepted: true })
  const changed = { ...command, args: { command: 'rm -rf build/' }, subject: 'rm -rf build/' }
  expect(await deskAfter(1000).approve(changed, context)).toMatchObject({ unanswered: 'unattended' })
  expect(await deskAfter(301_000).approve(command, context)).toMatchObject({ unanswered: 'unattended' })
  expect(await deskAfter(1000).approve(command, context)).toEqual({ decision: 'once' })
  expect(await deskAfter(1000).approve(command, context)).toMatchObject({ unanswered: 'unattended' })
})

test('polling for answers reads only open questions', async () => {
  const path = newPath()
  await using store = await createSqliteStore({ path })
  const reader = new Driver(path, { readonly: true })
  const { text, values } = toFindQuestions({ state: 'open', askedBy: 'desk' })
  const plan = JSON.stringify(reader.prepare(`explain query plan ${text}`).all(...values))
  expect(plan).toContain('idx_questions_open')
  reader.close()
  expect(await store.questions?.find({ state: 'open' })).toEqual([])
})
