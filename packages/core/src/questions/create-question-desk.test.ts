import { createFakeClock, type FakeClock } from '@hermes/testkit'
import { describe, expect, test, vi } from 'vitest'
import type { QuestionDesk, QuestionSurface } from '../contracts/agent/question-desk.js'
import type {
  ApprovalRequest,
  Question,
  QuestionAnswer,
  QuestionContext,
  QuestionTable,
} from '../contracts/sessions/question.js'
import type { AgentEvent } from '../contracts/turn/event.js'
import { createMemoryQuestions } from '../session/memory-questions.js'
import { createQuestionDesk } from './create-question-desk.js'

const minutes = 60_000

interface World {
  readonly table: QuestionTable
  readonly clock: FakeClock
  /** Opens a desk like another process, with the same table and clock. */
  openDesk(): QuestionDesk
}

function createWorld(table: QuestionTable = createMemoryQuestions()): World {
  const clock = createFakeClock()
  const openDesk = () => createQuestionDesk({ table, services: { now: clock.now, startTimer: clock.startTimer } })
  return { table, clock, openDesk }
}

const command: ApprovalRequest = {
  sessionId: 'child',
  tool: 'terminal',
  args: { command: 'rm -rf build', timeout: 5 },
  subject: 'rm -rf build',
  workingDirectory: '/work',
  reasons: ['It deletes a folder with everything in it.'],
}

function createContext(signal = new AbortController().signal) {
  const events: AgentEvent[] = []
  const emit = (event: AgentEvent) => void events.push(event)
  const run = { rootSessionId: 'root', emit }
  return { context: { signal, run } satisfies QuestionContext, events }
}
const noop = () => undefined

/** Creates a surface with scripted answers. */
function createSurface(name: string, answersFor?: (rootSessionId: string) => boolean) {
  const asked: { question: Question; signal: AbortSignal }[] = []
  const answers = Promise.withResolvers<QuestionAnswer | undefined>()
  const surface: QuestionSurface = {
    name,
    ...(answersFor && { answersFor }),
    ask: (question, { signal }) => {
      asked.push({ question, signal })
      return answers.promise
    },
  }
  return { surface, asked, answer: answers.resolve, fail: answers.reject }
}

/** Waits for the question: fingerprints are computed on another thread. */
async function onlyOpen(desk: QuestionDesk): Promise<Question> {
  await expect.poll(() => desk.open(), { interval: 1 }).toHaveLength(1)
  const [question] = await desk.open()
  if (!question) throw new Error('The question has ended.')
  return question
}

test('stores a question before it is shown, and accepts the answer of a surface', async () => {
  const { openDesk, table, clock } = createWorld()
  const desk = openDesk()
  const { surface, asked, answer } = createSurface('cli')
  desk.attach(surface)
  const { context, events } = createContext()
  const approval = desk.approve(command, context)
  const question = await onlyOpen(desk)
  expect(question).toEqual({
    id: expect.stringMatching(/^[0-9a-f]{6}$/),
    kind: 'approval',
    sessionId: 'child',
    rootSessionId: 'root',
    tool: 'terminal',
    text: 'rm -rf build',
    workingDirectory: '/work',
    reasons: command.reasons,
    choices: ['once', 'session', 'deny'],
    fingerprint: expect.stringMatching(/^[0-9a-f]{64}$/),
    createdAtMs: clock.now(),
    deadlineMs: clock.now() + 5 * minutes,
    defaultAnswer: { decision: 'deny' },
    askedBy: expect.any(String),
    heldUntilMs: expect.any(Number),
    state: 'open',
  })
  expect(asked).toMatchObject([{ question }])
  expect(events).toEqual([{ type: 'question-open', question }])
  answer({ decision: 'once' })
  expect(await approval).toEqual({ decision: 'once' })
  expect(await table.get(question.id)).toMatchObject({
    state: 'answered',
    answeredBy: 'cli',
    takenAtMs: clock.now(),
  })
  expect(events[1]).toMatchObject({ type: 'question-settled', question: { id: question.id, state: 'answered' } })
  expect(clock.pending).toBe(0)
})

test('resolves a clarification to the answer; an empty answer leaves the decision to the agent', async () => {
  const { openDesk } = createWorld()
  const desk = openDesk()
  desk.attach({ name: 'cli' })
  const ask = () => desk.clarify({ sessionId: 's', text: 'Which?', choices: ['red', 'blue'] }, createContext().context)
  for (const [given, expected] of [
    ['blue', 'blue'],
    ['', undefined],
  ] as const) {
    const answer = ask()
    const { id } = await onlyOpen(desk)
    await desk.answer(id, { text: given }, 'cli')
    expect(await answer).toBe(expected)
  }
})

describe('no surface that can ask', () => {
  test('takes, stores and reports the default immediately', async () => {
    const { openDesk, table, clock } = createWorld()
    const desk = openDesk()
    const { context, events } = createContext()
    expect(await desk.approve(command, context)).toEqual({ decision: 'deny', unanswered: 'unattended' })
    expect(await table.find()).toMatchObject([{ state: 'expired', answer: { decision: 'deny' } }])
    expect(events).toMatchObject([
      { type: 'question-settled', question: { state: 'expired' } },
      { type: 'notice', code: 'question/unattended', text: expect.stringContaining('terminal in /work: rm -rf build') },
    ])
    expect(await desk.clarify({ sessionId: 's', text: 'Which?', choices: [] }, context)).toBeUndefined()
    expect(clock.pending).toBe(0)
  })

  test('ignores a surface of another session', async () => {
    const { openDesk } = createWorld()
    const desk = openDesk()
    const { surface, asked } = createSurface('telegram', (root) => root === 'another')
    desk.attach(surface)
    expect(await desk.approve(command, createContext().context)).toMatchObject({ unanswered: 'unattended' })
    expect(asked).toEqual([])
  })

  test.each<[string, (surface: ReturnType<typeof createSurface>, detach: () => void) => void]>([
    ['leaves', (_, detach) => detach()],
    ['cannot show it', ({ fail }) => fail(new Error('The terminal is gone.'))],
    ['gives up', ({ answer }) => answer(undefined)],
    ['answers something else', ({ answer }) => answer({ text: 'blue' })],
  ])('the last surface %s', async (_, goes) => {
    const { clock, openDesk } = createWorld()
    const desk = openDesk()
    const stays = createSurface('editor')
    const leaves = createSurface('cli')
    const detachStaying = desk.attach(stays.surface)
    const detach = desk.attach(leaves.surface)
    const approval = desk.approve(command, createContext().context)
    const { id } = await onlyOpen(desk)
    goes(leaves, detach)
    await clock.pass(0)
    expect(await onlyOpen(desk)).toMatchObject({ id })
    detachStaying()
    expect(await approval).toEqual({ decision: 'deny', unanswered: 'unattended' })
  })
})

test('ends a question at its deadline, and aborts surfaces that never answered', async () => {
  const { openDesk, clock, table } = createWorld()
  const desk = openDesk()
  const { surface, asked, answer } = createSurface('cli')
  desk.attach(surface)
  const { context, events } = createContext()
  const approval = desk.approve(command, context)
  await onlyOpen(desk)
  await clock.pass(5 * minutes - 1)
  expect(await onlyOpen(desk)).toMatchObject({ state: 'open' })
  await clock.pass(1)
  expect(await approval).toEqual({ decision: 'deny', unanswered: 'too-late' })
  expect(asked[0]?.signal).toMatchObject({ aborted: true, reason: { message: 'No answer came in time.' } })
  expect(events.at(-1)).toMatchObject({ type: 'notice', code: 'question/too-late' })
  answer({ decision: 'once' })
  await clock.pass(0)
  expect(await table.find()).toMatchObject([{ state: 'expired', answer: { decision: 'deny' } }])
  expect(clock.pending).toBe(0)
})

test('withdraws a question on an interrupt, and rejects a late answer', async () => {
  const { openDesk, table, clock } = createWorld()
  const desk = openDesk()
  desk.attach({ name: 'cli' })
  const controller = new AbortController()
  const { context, events } = createContext(controller.signal)
  const approval = desk.approve(command, context)
  const { id } = await onlyOpen(desk)
  controller.abort(new Error('interrupted'))
  await expect(approval).rejects.toThrow('interrupted')
  expect(await desk.answer(id, { decision: 'once' }, 'cli')).toMatchObject({
    accepted: false,
    question: { state: 'withdrawn' },
  })
  expect(events.at(-1)).toMatchObject({ type: 'question-settled', question: { state: 'withdrawn' } })
  expect(await table.find({ state: 'open' })).toEqual([])
  expect(clock.pending).toBe(0)
  await expect(desk.approve(command, context)).rejects.toThrow('interrupted')
  expect(await table.find()).toHaveLength(1)
})

test('accepts the first answer of two surfaces, and passes it to the other one', async () => {
  const { openDesk, table } = createWorld()
  const desk = openDesk()
  const first = createSurface('editor')
  const second = createSurface('cli')
  desk.attach(first.surface)
  desk.attach(second.surface)
  const approval = desk.approve(command, createContext().context)
  const { id } = await onlyOpen(desk)
  first.answer({ decision: 'deny', reason: 'not now' })
  second.answer({ decision: 'session' })
  expect(await approval).toEqual({ decision: 'deny', reason: 'not now' })
  expect(second.asked[0]?.signal.reason).toMatchObject({ message: 'It was answered by editor: deny' })
  expect(await table.get(id)).toMatchObject({ answeredBy: 'editor' })
})

test('stores "always" with its question', async () => {
  const { openDesk, table } = createWorld()
  const desk = openDesk()
  const { surface, answer } = createSurface('cli')
  desk.attach(surface)
  const approval = desk.approve(command, createContext().context)
  const { id } = await onlyOpen(desk)
  answer({ decision: 'always' })
  expect(await approval).toEqual({ decision: 'always' })
  expect(await table.get(id)).toMatchObject({ state: 'answered', answer: { decision: 'always' }, answeredBy: 'cli' })
})

test('shows open questions to a surface that is attached later', async () => {
  const { openDesk } = createWorld()
  const desk = openDesk()
  desk.attach({ name: 'web' })
  const approval = desk.approve(command, createContext().context)
  await onlyOpen(desk)
  const late = createSurface('cli')
  desk.attach(late.surface)
  late.answer({ decision: 'once' })
  expect(await approval).toEqual({ decision: 'once' })
})

describe('another process', () => {
  test('answers, and the run continues within about a second', async () => {
    const { openDesk, clock } = createWorld()
    const [here, there] = [openDesk(), openDesk()]
    const { surface, asked } = createSurface('cli')
    here.attach(surface)
    const approval = here.approve(command, createContext().context)
    const { id } = await onlyOpen(there)
    expect(await there.answer(id, { decision: 'session' }, 'other terminal')).toMatchObject({ accepted: true })
    expect(await there.answer(id, { decision: 'deny' }, 'third terminal')).toMatchObject({
      accepted: false,
      question: { answer: { decision: 'session' }, answeredBy: 'other terminal' },
    })
    await clock.pass(1000)
    expect(await approval).toEqual({ decision: 'session' })
    expect(asked[0]?.signal.reason).toMatchObject({ message: 'It was answered by other terminal: session' })
  })

  test('polls the table only while a question is open', async () => {
    const { openDesk, clock, table } = createWorld()
    const find = vi.spyOn(table, 'find')
    const desk = openDesk()
    desk.attach({ name: 'cli' })
    await clock.pass(10 * minutes)
    expect(find).not.toHaveBeenCalled()
    const approval = desk.approve(command, createContext().context)
    const { id } = await onlyOpen(desk)
    find.mockClear()
    await clock.pass(10_000)
    expect(find).toHaveBeenCalledTimes(10)
    await desk.answer(id, { decision: 'once' }, 'cli')
    await approval
    find.mockClear()
    await clock.pass(10 * minutes)
    expect(find).not.toHaveBeenCalled()
  })

  test('keeps an awaited question answerable until its deadline', async () => {
    const { openDesk, clock } = createWorld()
    const [here, there] = [openDesk(), openDesk()]
    here.attach({ name: 'cli' })
    const approval = here.approve(command, createContext().context)
    await clock.pass(4.9 * minutes)
    const { id } = await onlyOpen(there)
    expect(await there.answer(id, { decision: 'once' }, 'other')).toMatchObject({ accepted: true })
    await clock.pass(1000)
    expect(await approval).toEqual({ decision: 'once' })
  })

  test('accepts an answer given here after the machine slept', async () => {
    const { openDesk, table } = createWorld()
    const clock = createFakeClock()
    const desk = createQuestionDesk({
      table,
      clarifyTimeoutMs: 60 * minutes,
      // While the machine sleeps, no timer fires.
      services: { now: clock.now, startTimer: () => noop },
    })
    const { surface, answer } = createSurface('cli')
    desk.attach(surface)
    const asked = desk.clarify({ sessionId: 's', text: 'Which?', choices: [] }, createContext().context)
    await onlyOpen(desk)
    await clock.pass(30 * minutes)
    answer({ text: 'blue' })
    expect(await asked).toBe('blue')
    expect(await openDesk().open()).toEqual([])
  })
})

describe('a process that died', () => {
  async function die(world: World): Promise<Question> {
    // Its timers die with the process.
    const desk = createQuestionDesk({ table: world.table, services: { now: world.clock.now, startTimer: () => noop } })
    desk.attach({ name: 'cli' })
    void desk.approve(command, createContext().context)
    return onlyOpen(desk)
  }

  test('has its question withdrawn, and the question cannot be answered', async () => {
    const world = createWorld()
    const { id } = await die(world)
    await world.clock.pass(15_000)
    const desk = world.openDesk()
    expect(await desk.answer(id, { decision: 'once' }, 'cli')).toMatchObject({
      accepted: false,
      question: { state: 'withdrawn' },
    })
    expect(await desk.open()).toEqual([])
  })

  test('makes the resumed turn ask again', async () => {
    const world = createWorld()
    const { id } = await die(world)
    await world.clock.pass(15_000)
    const desk = world.openDesk()
    desk.attach({ name: 'cli' })
    const approval = desk.approve(command, createContext().context)
    const again = await onlyOpen(desk)
    expect(again.id).not.toBe(id)
    await desk.answer(again.id, { decision: 'once' }, 'cli')
    expect(await approval).toEqual({ decision: 'once' })
  })

  test('leaves an unused approval that allows the same call once', async () => {
    const world = createWorld()
    const { id } = await die(world)
    const desk = world.openDesk()
    expect(await desk.answer(id, { decision: 'once' }, 'cli')).toMatchObject({ accepted: true })
    const { context, events } = createContext()
    expect(await desk.approve(command, context)).toEqual({ decision: 'once' })
    expect(events).toMatchObject([{ type: 'question-settled', question: { id, state: 'answered' } }])
    expect(await desk.approve(command, createContext().context)).toMatchObject({ unanswered: 'unattended' })
  })

  test.each<[string, ApprovalRequest]>([
    [
      'one byte of the command',
      { ...command, subject: 'rm -rf build ', args: { ...command.args, command: 'rm -rf build ' } },
    ],
    ['another argument', { ...command, args: { ...command.args, timeout: 6 } }],
    ['the tool', { ...command, tool: 'execute_code' }],
    ['the folder', { ...command, workingDirectory: '/work/' }],
    ['the session', { ...command, sessionId: 'another' }],
  ])('leaves an approval that does not apply after a change of %s', async (_, changed) => {
    const world = createWorld()
    const { id } = await die(world)
    const desk = world.openDesk()
    await desk.answer(id, { decision: 'session' }, 'cli')
    expect(await desk.approve(changed, createContext().context)).toMatchObject({ unanswered: 'unattended' })
    expect(
      await desk.approve({ ...command, args: { timeout: 5, command: 'rm -rf build' } }, createContext().context),
    ).toEqual({
      decision: 'session',
    })
  })

  test('leaves an approval that expires with its question', async () => {
    const world = createWorld()
    const { id } = await die(world)
    const desk = world.openDesk()
    await desk.answer(id, { decision: 'once' }, 'cli')
    await world.clock.pass(5 * minutes)
    expect(await desk.approve(command, createContext().context)).toMatchObject({ unanswered: 'unattended' })
  })
})

test('requires a separate answer for each of several equal calls', async () => {
  const { openDesk } = createWorld()
  const desk = openDesk()
  desk.attach({ name: 'cli' })
  const approvals = [desk.approve(command, createContext().context), desk.approve(command, createContext().context)]
  await expect.poll(() => desk.open({ rootSessionId: 'root' }), { interval: 1 }).toHaveLength(2)
  const [first, second] = await desk.open()
  await desk.answer(first?.id ?? '', { decision: 'once' }, 'cli')
  expect(await Promise.race(approvals)).toEqual({ decision: 'once' })
  await desk.answer(second?.id ?? '', { decision: 'deny' }, 'cli')
  expect((await Promise.all(approvals)).map(({ decision }) => decision).sort()).toEqual(['deny', 'once'])
})

test('denies and does not hang when the table fails', async () => {
  const { openDesk, table, clock } = createWorld()
  const desk = openDesk()
  desk.attach({ name: 'cli' })
  const approval = desk.approve(command, createContext().context)
  await onlyOpen(desk)
  vi.spyOn(table, 'find').mockRejectedValueOnce(new Error('The disk is gone.'))
  void clock.pass(1000)
  await expect(approval).rejects.toThrow('disk')
  vi.spyOn(table, 'create').mockRejectedValueOnce(new Error('The disk is full.'))
  await expect(desk.approve(command, createContext().context)).rejects.toThrow('full')
  expect(clock.pending).toBe(0)
})

test('ends a question that was deleted with its session', async () => {
  const table = createMemoryQuestions()
  const { openDesk, clock } = createWorld(table)
  const desk = openDesk()
  desk.attach({ name: 'cli' })
  const approval = desk.approve(command, createContext().context)
  await onlyOpen(desk)
  table.forget('child')
  await clock.pass(1000)
  expect(await approval).toEqual({ decision: 'deny', unanswered: 'withdrawn' })
})

test('rejects an answer of the wrong kind or to an unknown question', async () => {
  const { openDesk } = createWorld()
  const desk = openDesk()
  desk.attach({ name: 'cli' })
  void desk.approve(command, createContext().context)
  const { id } = await onlyOpen(desk)
  await expect(desk.answer(id, { text: 'yes' }, 'cli')).rejects.toMatchObject({ code: 'question/wrong-answer' })
  await expect(desk.answer('ffffff', { text: 'yes' }, 'cli')).rejects.toMatchObject({ code: 'store/not-found' })
  expect(await onlyOpen(desk)).toMatchObject({ id, state: 'open' })
})

test('does not reuse a taken id', async () => {
  const { table } = createWorld()
  const ids = ['desk', 'aaaaaa', 'aaaaaa', 'bbbbbb']
  const desk = createQuestionDesk({ table, services: { randomHex: () => ids.shift() ?? '' } })
  await desk.approve(command, createContext().context)
  await desk.approve(command, createContext().context)
  expect((await table.find()).map(({ id }) => id)).toEqual(['aaaaaa', 'bbbbbb'])
})

test('withdraws open questions when the desk is closed', async () => {
  const { openDesk, clock, table } = createWorld()
  const desk = openDesk()
  desk.attach({ name: 'cli' })
  const approval = desk.approve(command, createContext().context)
  await onlyOpen(desk)
  await desk[Symbol.asyncDispose]()
  expect(await approval).toEqual({ decision: 'deny', unanswered: 'withdrawn' })
  expect(await table.find({ state: 'withdrawn' })).toHaveLength(1)
  expect(clock.pending).toBe(0)
})
