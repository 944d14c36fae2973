import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { type AgentEvent, type Message, type Run, sanitizeTranscript, textOf } from '@hermes/core'
import { call, calls, hang, text } from '@hermes/testkit'
import { describe, expect, test } from 'vitest'
import { createEffectsAgent, historyOf } from './effects-agent.js'
import { diskIsFull } from './failing-store.js'

const twoCalls = calls([call('look', {}, { id: 'a' }), call('send', {}, { id: 'b' })])
const sessionId = 's'

const rolesOf = (messages: readonly Message[]) => messages.map(({ role }) => role)
const textsOf = (messages: readonly Message[]) => messages.map(({ content }) => textOf(content))

async function follow(run: Run, see: (event: AgentEvent) => void) {
  for await (const event of run) see(event)
  return run.result
}

/** Calls `see` with the number of each append, starting at 1. */
function countAppends(see: (number: number) => void) {
  let number = 0
  return (write: string) => {
    if (write === 'append') see(++number)
  }
}

describe('an interrupt', () => {
  // Message 1 is the user's, 2 the answer with its calls, 3 and 4 their results.
  test.each([2, 3, 4])('leaves a complete history while message %i is being stored', async (moment) => {
    const runs: Run[] = []
    const fault = countAppends((number) => number === moment && runs[0]?.interrupt('stop'))
    const { agent, memory, effects } = createEffectsAgent([twoCalls, text('done')], { fault })
    runs.push(agent.run('go', { sessionId }))
    const result = await runs[0]?.result
    expect(result?.outcome).toEqual({ status: 'interrupted', reason: 'stop' })
    const history = await historyOf(memory)
    expect(rolesOf(history)).toEqual(['user', 'assistant', 'tool', 'tool'])
    expect(sanitizeTranscript(history)).toBe(history)
    expect(result?.messages).toEqual(history)
    // The results match the effects.
    const told = textsOf(history.slice(2)).map((result) => (/: done$/.test(result) ? 'done' : 'not done'))
    expect(told.map((state) => state === 'done')).toEqual(['a', 'b'].map((id) => effects.includes(id)))
  })

  test('comes too late while the last answer is being stored', async () => {
    const runs: Run[] = []
    const fault = countAppends((number) => number === 2 && runs[0]?.interrupt('stop'))
    const { agent, memory } = createEffectsAgent([text('done')], { fault })
    runs.push(agent.run('go', { sessionId }))
    expect((await runs[0]?.result)?.outcome).toEqual({ status: 'completed', text: 'done' })
    expect(textsOf(await historyOf(memory))).toEqual(['go', 'done'])
  })

  test('does not hide that the store has failed', async () => {
    const runs: Run[] = []
    const fault = countAppends((number) => {
      if (number === 2) runs[0]?.interrupt('stop')
      if (number >= 3) throw diskIsFull()
    })
    const { agent } = createEffectsAgent([twoCalls], { fault })
    runs.push(agent.run('go', { sessionId }))
    const result = await runs[0]?.result
    expect(result?.outcome).toMatchObject({ status: 'failed', error: { code: 'store/full' } })
    expect(sanitizeTranscript(result?.messages ?? [])).toBe(result?.messages)
  })
})

describe('a store that fails', () => {
  /** The numbers of all writes of a turn with two calls and a steer: the session and its messages. */
  const writes = [1, 2, 3, 4, 5, 6, 7]
  const lasting = [
    ['once', 1],
    ['for good', Number.POSITIVE_INFINITY],
  ] as const

  test.each(writes.flatMap((at) => lasting.map(([how, times]) => [at, how, times] as const)))(
    'fails the turn at write %i, %s, and leaves a session that can be continued',
    async (at, _, times) => {
      const runs: Run[] = []
      const fault = (_: string, number: number) => {
        if (number === 3) runs[0]?.steer('and quickly')
        if (number >= at && number < at + times) throw diskIsFull()
      }
      const { agent, memory, effects } = createEffectsAgent([twoCalls, text('done')], { fault })
      runs.push(agent.run('go', { sessionId }))
      const result = await runs[0]?.result
      expect(result?.outcome).toMatchObject({ status: 'failed', error: { code: 'store/full' } })
      expect(sanitizeTranscript(result?.messages ?? [])).toBe(result?.messages)
      expect(new Set(effects).size).toBe(effects.length)
      const said = textsOf(await historyOf(memory))
      if (at > 2) expect([...said, result?.undeliveredSteer]).toContain('and quickly')

      const next = createEffectsAgent([text('well again')], { memory })
      expect((await next.agent.run('go on', { sessionId }).result).finalResponse).toBe('well again')
      expect(next.effects).toEqual([])
      const history = await historyOf(memory)
      expect(sanitizeTranscript(history).filter(({ role }) => role !== 'user')).toEqual(
        history.filter(({ role }) => role !== 'user'),
      )
      const sent = history.find((message) => message.role === 'tool' && message.tool_call_id === 'b')
      if (effects.includes('b')) expect(textOf(sent?.content ?? null)).toMatch(/: done$|unknown|not known/)
    },
  )

  test('reports to the model that the outcome of the calls is unknown', async () => {
    const fault = countAppends((number) => {
      if (number === 3) throw diskIsFull()
    })
    const { agent, memory } = createEffectsAgent([twoCalls], { fault })
    await agent.run('go', { sessionId }).result
    for (const result of textsOf(await historyOf(memory)).slice(2)) expect(result).toMatch(/disk is full.*unknown/)
  })
})

describe('a steer', () => {
  test('is delivered, returned or rejected at any event', async () => {
    let isOver = false
    for (let moment = 1; !isOver; moment++) {
      const { agent, memory } = createEffectsAgent([twoCalls, text('done')])
      const run = agent.run('go', { sessionId })
      let seen = 0
      let isTaken: boolean | undefined
      const { undeliveredSteer } = await follow(run, () => {
        seen += 1
        if (seen === moment) isTaken = run.steer('faster')
      })
      isOver = isTaken === undefined
      const isKept = undeliveredSteer === 'faster' || textsOf(await historyOf(memory)).includes('faster')
      expect(isKept).toBe(isTaken === true)
    }
  })

  test('is rejected after the end', async () => {
    const { agent } = createEffectsAgent([text('done')])
    const run = agent.run('go')
    await run.result
    expect(run.steer('faster')).toBe(false)
  })
})

describe('a queue', () => {
  test('loses nothing, whenever two inputs are queued', async () => {
    let isOver = false
    for (let moment = 1; !isOver; moment++) {
      const { agent, memory } = createEffectsAgent([twoCalls, text('done'), text('more'), text('yet more')])
      const session = agent.session(sessionId)
      const queued: Run[] = []
      let seen = 0
      await follow(session.run('go'), () => {
        seen += 1
        if (seen === moment) queued.push(session.queue('second'), session.queue('third'))
      })
      isOver = queued.length === 0
      for (const run of queued) expect((await run.result).outcome.status).toBe('completed')
      const said = (await historyOf(memory)).filter(({ role }) => role === 'user')
      expect(textsOf(said).join('\n\n')).toBe(isOver ? 'go' : 'go\n\nsecond\n\nthird')
    }
  })

  test('does not extend a turn that was interrupted before its start', async () => {
    let third: Run | undefined
    const interrupted = () => {
      session.queue('second').interrupt()
      third = session.queue('third')
      first.interrupt()
      return hang()
    }
    const { agent, memory } = createEffectsAgent([interrupted, text('answer')])
    const session = agent.session(sessionId)
    const first = session.run('first')
    await first.result
    expect((await third?.result)?.finalResponse).toBe('answer')
    expect(textsOf(await historyOf(memory))).toEqual(['first', 'third', 'answer'])
  })
})

test('makes a resume wait for earlier turns and return their answer', async () => {
  const interrupted = () => {
    first.interrupt()
    return hang()
  }
  const { agent, transport } = createEffectsAgent([interrupted, text('second')])
  const first = agent.run('first', { sessionId })
  const second = agent.run('second', { sessionId })
  const resumed = agent.resume(sessionId)
  expect((await second.result).finalResponse).toBe('second')
  expect(await resumed.result).toMatchObject({ finalResponse: 'second', iterations: 0 })
  expect(transport.requests).toHaveLength(2)
})

test('ends the turn and leaves a valid session wherever the reader leaves', async () => {
  let isOver = false
  for (let moment = 1; !isOver; moment++) {
    const { agent, memory } = createEffectsAgent([twoCalls, text('done')])
    const run = agent.run('go', { sessionId })
    let seen = 0
    for await (const event of run) {
      isOver = event.type === 'turn-end'
      if (++seen === moment) break
    }
    expect((await run.result).outcome.status).toMatch(/^(interrupted|completed)$/)
    const next = createEffectsAgent([text('fine'), text('well again')], { memory })
    if ((await memory.sessions.get(sessionId))?.messageCount) await next.agent.resume(sessionId).result
    expect((await next.agent.run('go on', { sessionId }).result).outcome.status).toBe('completed')
    const history = await historyOf(memory)
    expect(sanitizeTranscript(history)).toBe(history)
  }
})

test('keeps no references to ended turns', async () => {
  const { agent } = createEffectsAgent(Array.from({ length: 10 }, () => text('done')))
  const runs = Array.from({ length: 10 }, (_, index) => new WeakRef(agent.session(`s${index}`).queue('go')))
  for (const run of runs) await run.deref()?.result
  await collectGarbage()
  expect(runs.filter((run) => run.deref() !== undefined)).toEqual([])
  expect(agent).toBeDefined()
})

/** Collects garbage. A weak reference that was read is kept until the end of the event loop turn. */
async function collectGarbage(): Promise<void> {
  setFlagsFromString('--expose-gc')
  const collect: () => void = runInNewContext('gc')
  for (let times = 0; times < 3; times++) {
    await new Promise(setImmediate)
    collect()
  }
}
