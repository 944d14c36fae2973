import type { SessionStore } from '@hermes/core'
import type { NewQuestion, QuestionTable, Settlement } from '@hermes/core/questions'
import { beforeEach, expect, test } from 'vitest'
import { expectStoreError, session, unfrozenPaths } from './fixtures.js'

export function describeQuestions(store: () => SessionStore): void {
  const table = () => tableOf(store())
  beforeEach(async () => {
    await store().sessions.create(session('root'))
    await store().sessions.create(session('child', { parentSessionId: 'root' }))
  })

  test('creates an open question with all given fields', async () => {
    const given: Required<NewQuestion> = {
      ...question('whole'),
      sessionId: 'child',
      callId: 'call\u0000\ud83d',
      tool: 'terminal',
      text: 'rm -rf build\u0000\u001b[2K\r\u202e \ud83d',
      workingDirectory: '/work/\ud83d',
      sessionScope: 'rm with paths inside /work/\u0000\ud83d',
      reasons: ['It deletes a folder.', ''],
      choices: ['once', 'deny'],
      defaultAnswer: { decision: 'deny', reason: 'nobody\u0000' },
    }
    const created = await table().create(given)
    expect(created).toEqual({ ...given, state: 'open' })
    expect(await table().get('whole')).toEqual(created)
    expect(unfrozenPaths(created)).toEqual([])
  })

  test('omits fields that were not given', async () => {
    const created = await table().create(question('bare'))
    expect(Object.keys(created).sort()).toEqual([...Object.keys(question('bare')), 'state'].sort())
    expect(await table().get('bare')).toEqual(created)
  })

  test('returns undefined for an unknown question', async () => {
    expect(await table().get('none')).toBeUndefined()
    await expectStoreError(table().settle('none', withdrawn(2000)), 'not-found')
    await expectStoreError(table().take('none', 2000), 'not-found')
  })

  test('rejects a taken id and an unknown session', async () => {
    await table().create(question('q'))
    await expectStoreError(table().create(question('q', { text: 'another' })), 'conflict')
    await expectStoreError(table().create(question('r', { sessionId: 'nobody' })), 'not-found')
    await expectStoreError(table().create(question('r', { rootSessionId: 'nobody' })), 'not-found')
    expect(await table().find()).toMatchObject([{ id: 'q', text: question('q').text }])
  })

  test.each<[string, Settlement]>([
    ['an answer', answered(2000)],
    ['the deadline', { state: 'expired', answer: { decision: 'deny' }, atMs: 9000.25 }],
    ['a withdrawal', withdrawn(2000)],
  ])('is settled by %s', async (_, settlement) => {
    const created = await table().create(question('q'))
    const { atMs, ...changes } = settlement
    const settled = { ...created, ...changes, settledAtMs: atMs }
    expect(await table().settle('q', settlement)).toEqual(settled)
    expect(await table().get('q')).toEqual(settled)
  })

  test('keeps the first settlement and ignores later ones', async () => {
    const created = await table().create(question('q'))
    const settled = await table().settle('q', answered(2000, 'one'))
    for (const late of [answered(2001, 'two'), withdrawn(2001), { state: 'expired', atMs: 9999 } as const]) {
      expect(await table().settle('q', late)).toBeUndefined()
    }
    expect(await table().get('q')).toEqual(settled)
    expect(settled).toMatchObject({ id: created.id, answer: { text: 'one' } })
  })

  test('accepts one of several concurrent answers', async () => {
    await table().create(question('q'))
    const answers = Array.from({ length: 20 }, (_, index) => table().settle('q', answered(2000, String(index))))
    const winners = (await Promise.all(answers)).filter((settled) => settled !== undefined)
    expect(winners).toHaveLength(1)
    expect(await table().get('q')).toEqual(winners[0])
  })

  test('accepts an answer before the deadline and while the question is held', async () => {
    await table().create(question('late', { deadlineMs: 5000, heldUntilMs: 9000 }))
    await table().create(question('lapsed', { deadlineMs: 9000, heldUntilMs: 5000 }))
    for (const id of ['late', 'lapsed']) {
      expect(await table().settle(id, answered(5000))).toBeUndefined()
      expect(await table().get(id)).toMatchObject({ state: 'open' })
      expect(await table().settle(id, answered(4999))).toMatchObject({ state: 'answered' })
    }
  })

  test('extends the hold of all open questions of a desk', async () => {
    await table().create(question('mine'))
    await table().create(question('settled'))
    await table().create(question('other', { askedBy: 'another-desk' }))
    await table().settle('settled', withdrawn(2000))
    await table().hold('desk', 77_000.5)
    const held = (await table().find()).map(({ id, heldUntilMs }) => [id, heldUntilMs])
    expect(held).toEqual([
      ['mine', 77_000.5],
      ['settled', 60_000],
      ['other', 60_000],
    ])
  })

  test('consumes an answer once, even concurrently', async () => {
    await table().create(question('q'))
    expect(await table().take('q', 1500)).toBe(false)
    await table().settle('q', answered(2000))
    const taken = await Promise.all(Array.from({ length: 20 }, (_, index) => table().take('q', 2001 + index)))
    expect(taken.filter(Boolean)).toHaveLength(1)
    expect(await table().get('q')).toMatchObject({ state: 'answered', takenAtMs: 2001 + taken.indexOf(true) })
  })

  test('consumes only answers', async () => {
    await table().create(question('q'))
    await table().settle('q', { state: 'expired', answer: { decision: 'deny' }, atMs: 9000 })
    expect(await table().take('q', 9001)).toBe(false)
  })

  test('filters by all given conditions, oldest first', async () => {
    await table().create(question('b', { createdAtMs: 1000 }))
    await table().create(
      question('a', { createdAtMs: 2000, sessionId: 'child', fingerprint: 'f2', callId: 'call\u0000' }),
    )
    await table().create(question('c', { createdAtMs: 3000, sessionId: 'child', askedBy: 'another-desk' }))
    await table().settle('c', answered(3500))
    const found = async (query?: Parameters<QuestionTable['find']>[0]) =>
      (await table().find(query)).map(({ id }) => id)
    expect(await found()).toEqual(['b', 'a', 'c'])
    expect(await found({})).toEqual(['b', 'a', 'c'])
    expect(await found({ state: 'open' })).toEqual(['b', 'a'])
    expect(await found({ state: 'answered' })).toEqual(['c'])
    expect(await found({ rootSessionId: 'root', sessionId: 'child' })).toEqual(['a', 'c'])
    expect(await found({ fingerprint: 'f2' })).toEqual(['a'])
    expect(await found({ sessionId: 'child', callId: 'call\u0000' })).toEqual(['a'])
    expect(await found({ state: 'open', askedBy: 'another-desk' })).toEqual([])
    expect(await found({ rootSessionId: 'child' })).toEqual([])
  })

  test('deletes the questions of a deleted session and of its delegates', async () => {
    await store().sessions.create(session('elsewhere'))
    await table().create(question('own'))
    await table().create(question('delegate', { sessionId: 'child' }))
    await table().create(question('kept', { sessionId: 'elsewhere', rootSessionId: 'elsewhere' }))
    await store().sessions.delete('root')
    expect((await table().find()).map(({ id }) => id)).toEqual(['kept'])
  })
}

export function tableOf({ questions }: SessionStore): QuestionTable {
  if (questions) return questions
  throw new Error('A store must keep questions, or declare that it does not.')
}

export function question(id: string, more: Partial<NewQuestion> = {}): NewQuestion {
  return {
    id,
    kind: 'clarification',
    sessionId: 'root',
    rootSessionId: 'root',
    text: 'Which colour?',
    reasons: [],
    choices: [],
    fingerprint: 'f1',
    createdAtMs: 1000.125,
    deadlineMs: 60_000,
    askedBy: 'desk',
    heldUntilMs: 60_000,
    ...more,
  }
}

export function answered(atMs: number, text = 'blue'): Settlement {
  return { state: 'answered', answer: { text }, answeredBy: 'cli', atMs }
}

function withdrawn(atMs: number): Settlement {
  return { state: 'withdrawn', atMs }
}
