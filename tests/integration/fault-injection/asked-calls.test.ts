import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createAgent, type SessionStore } from '@hermes/core'
import type { NewQuestion, QuestionTable, Settlement } from '@hermes/core/questions'
import { createSqliteStore } from '@hermes/state'
import { fakeTools, scripted, text } from '@hermes/testkit'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'

const answeredAtMs = 1000

/** Stores what the process that died had stored. */
async function storeCall(name: 'terminal' | 'clarify'): Promise<void> {
  const call = { id: 'c', type: 'function', function: { name, arguments: '{}' } } as const
  await store.messages.append('s', [
    { message: { role: 'user', content: 'clean up' }, timestampMs: 0 },
    { message: { role: 'assistant', content: null, tool_calls: [call] }, timestampMs: answeredAtMs },
  ])
}

let folder: string
let store: SessionStore
let questions: QuestionTable
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'hermes-asked-'))
  store = await createSqliteStore({ path: join(folder, 'state.db') })
  if (!store.questions) throw new Error('The store keeps questions.')
  questions = store.questions
  await store.sessions.create({ id: 's', source: 'cli', startedAtMs: 0 })
})
afterEach(async () => {
  await store[Symbol.asyncDispose]()
  rmSync(folder, { recursive: true, force: true })
})

/** Creates a question of the process that died. */
function ask(id: string, more: Partial<NewQuestion> = {}) {
  return questions.create({
    id,
    kind: 'approval',
    sessionId: 's',
    rootSessionId: 's',
    callId: 'c',
    tool: 'terminal',
    text: 'rm -rf build',
    reasons: [],
    choices: ['once', 'deny'],
    fingerprint: 'f',
    createdAtMs: 1500,
    deadlineMs: 90_000,
    askedBy: 'a desk that is gone',
    heldUntilMs: 80_000,
    ...more,
  })
}

/** Returns what the model reads about the call once the turn is resumed, or the person has written something else. */
async function resultOf(input?: string): Promise<unknown> {
  const transport = scripted([text('I see.')])
  const ran: string[] = []
  const tools = fakeTools(
    { terminal: () => `${ran.push('terminal')}`, clarify: () => `${ran.push('clarify')}` },
    { terminal: { effect: 'once' }, clarify: { effect: 'once' } },
  )
  const agent = createAgent({ transport, model: { id: 'm' }, store, tools, services: { now: () => 3000 } })
  const run = input === undefined ? agent.resume('s') : agent.run(input, { sessionId: 's' })
  expect((await run.result).finalResponse).toBe('I see.')
  expect(ran, 'nothing is repeated').toEqual([])
  return transport.requests[0]?.messages.find(({ role }) => role === 'tool')?.content
}

const clarification: NewQuestion = {
  id: 'q',
  kind: 'clarification',
  sessionId: 's',
  rootSessionId: 's',
  text: 'Which colour?',
  reasons: [],
  choices: ['red', 'blue'],
  fingerprint: 'f',
  createdAtMs: 1500,
  deadlineMs: 90_000,
  askedBy: 'a desk that is gone',
  heldUntilMs: 80_000,
}
const notAnswered = expect.stringContaining('[Not answered: the program ended before the user had answered.')
const answered = (decision: 'once' | 'deny'): Settlement => ({
  state: 'answered',
  answer: { decision },
  answeredBy: 'cli',
  atMs: 2000,
})
const notRun = expect.stringContaining(
  '[Not run: the program ended before this call was approved, and nothing was done.',
)
const unknown = expect.stringContaining('[Outcome unknown:')

describe('a call whose process died', () => {
  beforeEach(() => storeCall('terminal'))

  test('has not run if a person was being asked about it, and its question no longer takes an answer', async () => {
    await ask('q')
    expect(await resultOf()).toEqual(notRun)
    expect(await questions.get('q')).toMatchObject({ state: 'withdrawn' })
    expect(await questions.settle('q', answered('once'))).toBeUndefined()
  })

  test('has not run either if the person then writes something else', async () => {
    await ask('q')
    expect(await resultOf('never mind')).toEqual(notRun)
    expect(await questions.get('q')).toMatchObject({ state: 'withdrawn' })
  })

  test.each<Settlement>([
    { state: 'withdrawn', atMs: 2000 },
    { state: 'expired', answer: { decision: 'deny' }, atMs: 2000 },
    answered('deny'),
  ])('has not run if the question ended without an approval: $state', async (settlement) => {
    await ask('q')
    await questions.settle('q', settlement)
    expect(await resultOf()).toEqual(notRun)
  })

  test('may have run once it was approved', async () => {
    await ask('q')
    await questions.settle('q', answered('once'))
    expect(await resultOf()).toEqual(unknown)
    expect(await questions.take('q', 4000), 'the same call can still use the answer').toBe(true)
  })

  test('has not run if it was asked about again', async () => {
    await ask('before')
    await questions.settle('before', answered('once'))
    await questions.take('before', 2100)
    await ask('after', { createdAtMs: 2200 })
    expect(await resultOf()).toEqual(notRun)
  })

  test.each<[string, Partial<NewQuestion>]>([
    ['another call', { callId: 'd' }],
    ['a call of another tool with the same id', { tool: 'agent_other' }],
    ['a call of an earlier answer with the same id', { createdAtMs: answeredAtMs - 1 }],
    ['a command that ran', { callId: 'c.1' }],
  ])('may have run if the question was about %s', async (_, more) => {
    await ask('q', more)
    expect(await resultOf()).toEqual(unknown)
  })
})

describe('a call that asked a person, and whose process died', () => {
  beforeEach(() => storeCall('clarify'))
  const clarify = () => questions.create({ ...clarification, callId: 'c' })
  const answer = (given: string): Settlement => ({
    state: 'answered',
    answer: { text: given },
    answeredBy: 'cli',
    atMs: 2000,
  })

  test('has no answer if the process died before it, and its question no longer takes one', async () => {
    await clarify()
    expect(await resultOf()).toEqual(notAnswered)
    expect(await questions.get('q')).toMatchObject({ state: 'withdrawn' })
    expect(await questions.settle('q', answer('red'))).toBeUndefined()
  })

  test('has no answer either if the person then writes something else', async () => {
    await clarify()
    expect(await resultOf('never mind')).toEqual(notAnswered)
    expect(await questions.get('q')).toMatchObject({ state: 'withdrawn' })
  })

  test.each<Settlement>([
    { state: 'withdrawn', atMs: 2000 },
    { state: 'expired', atMs: 2000 },
  ])('has no answer if the question ended: $state', async (settlement) => {
    await clarify()
    await questions.settle('q', settlement)
    expect(await resultOf()).toEqual(notAnswered)
  })

  test('gets the answer that a person gave in the meantime, and no other call does', async () => {
    await clarify()
    await questions.settle('q', answer('red'))
    expect(await resultOf()).toBe('The user answered: red')
    expect(await questions.take('q', 4000)).toBe(false)
  })

  test('gets the answer that its process had taken but not stored', async () => {
    await clarify()
    await questions.settle('q', answer('red'))
    await questions.take('q', 2100)
    expect(await resultOf('and please hurry')).toBe('The user answered: red')
  })

  test('leaves the decision to the agent after an empty answer', async () => {
    await clarify()
    await questions.settle('q', answer(''))
    expect(await resultOf()).toEqual(expect.stringContaining('[The user left the decision to you'))
  })

  test('may have done anything if the question was that of its own tool', async () => {
    await questions.create(clarification)
    expect(await resultOf()).toEqual(unknown)
  })
})
