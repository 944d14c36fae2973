import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createAgent, type SessionStore } from '@hermes/core'
import type { NewQuestion, QuestionTable, Settlement } from '@hermes/core/questions'
import { createSqliteStore } from '@hermes/state'
import { fakeTools, scripted, text } from '@hermes/testkit'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'

const answeredAtMs = 1000
const call = (id: string) => ({ id, type: 'function', function: { name: 'terminal', arguments: '{}' } }) as const

let folder: string
let store: SessionStore
let questions: QuestionTable
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'hermes-asked-'))
  store = await createSqliteStore({ path: join(folder, 'state.db') })
  if (!store.questions) throw new Error('The store keeps questions.')
  questions = store.questions
  await store.sessions.create({ id: 's', source: 'cli', startedAtMs: 0 })
  const answer = { role: 'assistant', content: null, tool_calls: [call('c')] } as const
  await store.messages.append('s', [
    { message: { role: 'user', content: 'clean up' }, timestampMs: 0 },
    { message: answer, timestampMs: answeredAtMs },
  ])
})
afterEach(async () => {
  await store[Symbol.asyncDispose]()
  rmSync(folder, { recursive: true, force: true })
})

/** A question of the process that died. */
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

/** What the model reads of the call once the turn has been resumed, or once the person has written something else. */
async function resultOf(input?: string): Promise<unknown> {
  const transport = scripted([text('I see.')])
  const ran: string[] = []
  const tools = fakeTools({ terminal: () => `${ran.push('terminal')}` }, { terminal: { effect: 'once' } })
  const agent = createAgent({ transport, model: { id: 'm' }, store, tools, services: { now: () => 3000 } })
  const run = input === undefined ? agent.resume('s') : agent.run(input, { sessionId: 's' })
  expect((await run.result).finalResponse).toBe('I see.')
  expect(ran, 'nothing is repeated').toEqual([])
  return transport.requests[0]?.messages.find(({ role }) => role === 'tool')?.content
}

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
  test('while a person was asked about it has not run, and its question takes no answer any more', async () => {
    await ask('q')
    expect(await resultOf()).toEqual(notRun)
    expect(await questions.get('q')).toMatchObject({ state: 'withdrawn' })
    expect(await questions.settle('q', answered('once'))).toBeUndefined()
  })

  test('has not run either when the person then writes something else', async () => {
    await ask('q')
    expect(await resultOf('never mind')).toEqual(notRun)
    expect(await questions.get('q')).toMatchObject({ state: 'withdrawn' })
  })

  test.each<Settlement>([
    { state: 'withdrawn', atMs: 2000 },
    { state: 'expired', answer: { decision: 'deny' }, atMs: 2000 },
    answered('deny'),
  ])('after the question ended without an approval has not run: $state', async (settlement) => {
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

  test('has not run when it was asked about again', async () => {
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
  ])('may have run when the question was about %s', async (_, more) => {
    await ask('q', more)
    expect(await resultOf()).toEqual(unknown)
  })
})
