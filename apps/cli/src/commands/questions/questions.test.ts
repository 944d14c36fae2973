import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import type { SessionStore } from '@hermes/core'
import { createQuestionDesk, type QuestionDesk } from '@hermes/core/questions'
import { openStore, resolveHome } from '@hermes/runtime'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { runCli } from '../../start/run-cli.js'

let home: string
let store: SessionStore
let desk: QuestionDesk

beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'hermes-questions-'))
  store = await openStore(resolveHome({ HERMES_HOME: home }))
  await store.sessions.create({ id: '20261121_120000_abcdef', source: 'cli', startedAtMs: Date.now() })
  if (!store.questions) throw new Error('The store keeps questions.')
  desk = createQuestionDesk({ table: store.questions })
  desk.attach({ name: 'chat' })
})
afterEach(async () => {
  await desk[Symbol.asyncDispose]()
  await store[Symbol.asyncDispose]()
  await rm(home, { recursive: true })
})

async function hermes(args: readonly string[], env: Record<string, string> = {}) {
  const stdout = new PassThrough({ encoding: 'utf8' })
  const stderr = new PassThrough({ encoding: 'utf8' })
  const stdin = new PassThrough()
  stdin.end()
  const io = { stdin, stdout, stderr, env: { HERMES_HOME: home, ...env }, workingDirectory: home }
  const code = await runCli(args, { io })
  return { code, out: String(stdout.read() ?? ''), err: String(stderr.read() ?? '') }
}

const session = '20261121_120000_abcdef'
const { signal } = new AbortController()

async function askToRun(subject = 'rm -rf build\u001b[2K') {
  const answer = desk.approve(
    { sessionId: session, tool: 'terminal', subject, workingDirectory: '/work', reasons: ['It deletes a folder.'] },
    { signal },
  )
  await expect.poll(() => desk.open()).toHaveLength(1)
  const [question] = await desk.open()
  return { id: question?.id ?? '', answer }
}

async function askWhich() {
  const answer = desk.clarify({ sessionId: session, text: 'Which?', choices: ['red', 'blue'] }, { signal })
  await expect.poll(() => desk.open()).toHaveLength(1)
  const [question] = await desk.open()
  return { id: question?.id ?? '', answer }
}

test('lists and shows open questions with all characters visible', async () => {
  expect(await hermes(['questions', 'list'])).toMatchObject({ code: 0, out: '', err: 'There are no open questions.\n' })
  const { id } = await askToRun()
  const list = await hermes(['questions', 'list'])
  expect(list.out).toMatch(new RegExp(`^${id}  [45]m \\d\\ds left  ${session}  terminal: rm -rf build\\\\x1b\\[2K\n$`))
  const shown = await hermes(['questions', 'show', id.slice(0, 4)])
  expect(shown.out).toContain('│ rm -rf build\\x1b[2K\n')
  expect(shown.out).toContain('in /work\nbecause: It deletes a folder.\n')
  const json = JSON.parse((await hermes(['questions', 'list', '--json'])).out)
  expect(json).toMatchObject([
    { id, state: 'open', text: 'rm -rf build\u001b[2K', root_session_id: session, answer: null },
  ])
})

test('answers an approval from another terminal, once', async () => {
  const { id, answer } = await askToRun()
  expect(await hermes(['questions', 'answer', id, 'once'])).toMatchObject({ code: 0, out: '' })
  expect(await answer).toEqual({ decision: 'once' })
  expect(await hermes(['questions', 'answer', id, 'deny'])).toMatchObject({
    code: 1,
    err: expect.stringContaining(`Question ${id} has already ended. It was answered by cli: once`),
  })
  expect((await hermes(['questions', 'list', '--all'])).out).toContain(`${id}  once`)
})

test('accepts a reason with a denial', async () => {
  const { id, answer } = await askToRun()
  const { out } = await hermes(['questions', 'answer', '--json', id, 'deny', 'keep', 'it'])
  expect(JSON.parse(out)).toMatchObject({ accepted: true, id, state: 'answered', answered_by: 'cli' })
  expect(await answer).toEqual({ decision: 'deny', reason: 'keep it' })
})

test('answers a clarification by number or text', async () => {
  const { id, answer } = await askWhich()
  expect(await hermes(['questions', 'answer', id, '2'])).toMatchObject({ code: 0 })
  expect(await answer).toBe('blue')
})

test.each([
  ['yes', 2],
  ['once again', 2],
])('rejects %j as an answer to an approval', async (given, code) => {
  const { id } = await askToRun()
  expect(await hermes(['questions', 'answer', id, ...given.split(' ')])).toMatchObject({ code })
  expect(await desk.open()).toMatchObject([{ id, state: 'open' }])
})

test('reports an unknown question by name', async () => {
  expect(await hermes(['questions', 'answer', 'ffffff', 'once'])).toMatchObject({
    code: 1,
    err: expect.stringContaining('no question "ffffff"'),
  })
})

test('rejects answers from processes started by the agent', async () => {
  const { id } = await askToRun()
  const answered = await hermes(['questions', 'answer', id, 'once'], { HERMES_PROCESS_ID: 'x' })
  expect(answered).toMatchObject({ code: 1, err: expect.stringContaining('answered by people') })
  expect(await desk.open()).toMatchObject([{ id, state: 'open' }])
})
