import { call, fail, fakeTools, reasoning, type ScriptedReply, scripted, text } from '@hermes/testkit'
import { describe, expect, test } from 'vitest'
import type { AgentOptions } from '../../contracts/agent/agent.js'
import type { ContextEngine } from '../../contracts/agent/context-engine.js'
import { TransportError } from '../../contracts/errors/errors.js'
import { textOf } from '../../contracts/model/message.js'
import { createMemoryStore } from '../../session/memory-store.js'
import { createAgent } from '../create-agent.js'

/** Runs one turn. `notices` are the codes of the emitted notices, `stored` is the stored history. */
async function turn(replies: Iterable<ScriptedReply>, options: Partial<AgentOptions> = {}) {
  const ran: unknown[] = []
  const transport = scripted(replies)
  const store = createMemoryStore()
  const tools = fakeTools({ act: (args) => `done ${ran.push(args)}` })
  const run = createAgent({ transport, model: { id: 'm' }, store, tools, ...options }).run('go')
  const notices: string[] = []
  const types: string[] = []
  for await (const event of run) {
    types.push(event.type)
    if (event.type === 'notice') notices.push(event.code)
  }
  const stored = (await store.messages.load(run.sessionId)).map(({ message }) => message)
  return { ...(await run.result), transport, ran, notices, types, stored }
}

const contents = (messages: readonly { readonly content: Parameters<typeof textOf>[0] }[]) =>
  messages.map(({ content }) => textOf(content))

describe('a text cut off by the output limit', () => {
  test('is continued and stored as one answer', async () => {
    const cut = { reason: 'length' } as const
    const { finalResponse, outcome, stored, notices, transport, usage } = await turn([
      text('One, two, th', cut),
      text('ree, fo', cut),
      text('ur.'),
    ])
    expect(finalResponse).toBe('One, two, three, four.')
    expect(outcome).toEqual({ status: 'completed', text: finalResponse })
    expect(contents(stored)).toEqual(['go', 'One, two, three, four.'])
    expect(notices).toEqual(['text-cut', 'text-cut'])
    expect(contents(transport.requests[2]?.messages ?? []).slice(0, 2)).toEqual(['go', 'One, two, three, fo'])
    expect(usage.outputTokens).toBe(30)
  })

  test('is accepted unchanged after four continuations', async () => {
    const { finalResponse, notices, outcome } = await turn(
      Array.from({ length: 9 }, () => text('and ', { reason: 'length' })),
    )
    expect(notices).toHaveLength(4)
    expect(finalResponse).toContain('and')
    expect(outcome).toMatchObject({ status: 'completed', isTruncated: true })
  })

  test('is not continued when the window has no space left', async () => {
    const full = { reason: 'length', usage: { inputTokens: 900, outputTokens: 50 } } as const
    const { notices, finalResponse } = await turn([text('That is', full)], { model: { id: 'm', contextWindow: 1_000 } })
    expect([notices, finalResponse]).toEqual([[], 'That is'])
  })
})

describe('a tool call cut off by the output limit', () => {
  const cut = call('act', '{"text": "half', { reason: 'length' })

  test('never runs, and its result says why', async () => {
    const { ran, stored, finalResponse } = await turn([cut, text('In pieces, then.')])
    expect(ran).toEqual([])
    expect(contents(stored)[2]).toContain('cut off')
    expect(finalResponse).toBe('In pieces, then.')
  })

  test('is requested again with a higher limit when the agent set the limit', async () => {
    const model = { id: 'm', maxOutputTokens: 100, outputLimit: 300 }
    const { transport, ran, notices, types } = await turn([cut, cut, call('act', { n: 1 }), text('done')], { model })
    expect(transport.requests.map(({ maxOutputTokens }) => maxOutputTokens)).toEqual([100, 200, 300, 100])
    expect(ran).toEqual([{ n: 1 }])
    expect(notices).toEqual(['call-cut', 'call-cut'])
    expect(types.filter((type) => type === 'restart')).toHaveLength(2)
  })

  test('is accepted when the provider rejects the higher limit, and its discarded text is shown again', async () => {
    const refusal = fail(new TransportError('invalid-request', 'max_tokens is too large.'))
    const spoken = { ...cut, text: 'Let me see.' }
    const { ran, stored, outcome, types } = await turn([spoken, refusal, text('Smaller, then.')], {
      model: { id: 'm', maxOutputTokens: 100 },
    })
    expect(ran).toEqual([])
    expect(outcome).toEqual({ status: 'completed', text: 'Smaller, then.' })
    expect(contents(stored).slice(1, 3)).toEqual(['Let me see.', expect.stringContaining('cut off')])
    const afterRestart = types.slice(types.indexOf('restart'), types.indexOf('message-end', types.indexOf('restart')))
    expect(afterRestart).toContain('text-delta')
  })
})

describe('reasoning', () => {
  test('becomes the answer when there is no text, and the stored text stays empty', async () => {
    const { finalResponse, stored } = await turn([reasoning('It is 42.', text(''))])
    expect(finalResponse).toBe('It is 42.')
    expect(stored[1]).toMatchObject({ reasoning: 'It is 42.' })
    expect(contents(stored)[1]).toBe('')
  })

  test('is turned off for a retry when it used up the whole output limit', async () => {
    const { transport, finalResponse } = await turn([
      { ...reasoning('Hm, hm', text('')), reason: 'length' },
      text('42.'),
    ])
    expect(transport.requests[1]?.reasoning).toBe('none')
    expect(finalResponse).toBe('42.')
  })
})

describe('an empty reply', () => {
  test('after tool results is retried with a hint that is never stored', async () => {
    const { transport, stored, finalResponse } = await turn([call('act'), text(''), text('done')])
    expect(transport.requests[2]?.messages.at(-1)).toMatchObject({ role: 'user' })
    expect(stored.map(({ role }) => role)).toEqual(['user', 'assistant', 'tool', 'assistant'])
    expect(finalResponse).toBe('done')
  })
})

describe('an announcement', () => {
  const announced = text("I'll run the tests now.")

  test('makes the model continue, and its text is kept with the step', async () => {
    const { ran, stored, notices } = await turn([announced, call('act', { n: 1 }), text('They pass.')])
    expect(ran).toEqual([{ n: 1 }])
    expect(notices).toEqual(['promise'])
    expect(stored.map(({ role }) => role)).toEqual(['user', 'assistant', 'tool', 'assistant'])
    expect(contents(stored)[1]).toBe("I'll run the tests now.")
  })

  test('is accepted as the answer after two reminders', async () => {
    const { notices, finalResponse } = await turn([announced, announced, announced])
    expect(notices).toEqual(['promise', 'promise'])
    expect(finalResponse).toContain("I'll run the tests now.")
  })

  test('by an agent without tools is accepted as the answer', async () => {
    const { notices } = await turn([announced], { tools: fakeTools({}) })
    expect(notices).toEqual([])
  })
})

describe('repetition', () => {
  const stuck = text('I am stuck. '.repeat(3_000), { pace: { pieceSize: 500 } })

  test('is aborted, discarded and retried', async () => {
    const { finalResponse, stored, types, notices } = await turn([stuck, text('Fine again.')])
    expect(finalResponse).toBe('Fine again.')
    expect(contents(stored)).toEqual(['go', 'Fine again.'])
    expect(types).toContain('restart')
    expect(notices).toEqual(['repetition'])
  })

  test('fails the turn the second time', async () => {
    const { outcome, stored } = await turn([stuck, stuck])
    expect(outcome).toMatchObject({ status: 'failed', error: { code: 'transport/protocol' } })
    expect(contents(stored)).toEqual(['go'])
  })
})

test('runs tool calls that were written as text', async () => {
  const written = text('<tool_call>{"name": "act", "arguments": {"n": 7}}</tool_call>')
  const { ran, stored, notices } = await turn([written, text('done')])
  expect(ran).toEqual([{ n: 7 }])
  expect(notices).toEqual(['tool-markup'])
  expect(stored[1]).toMatchObject({ tool_calls: [{ function: { name: 'act' } }] })
})

test('discards an answer cut off by a content filter', async () => {
  const { outcome, stored } = await turn([text('How to make a', { reason: 'content-filter' })])
  expect(outcome).toMatchObject({ status: 'failed', error: { code: 'transport/content-filter' } })
  expect(contents(stored)).toEqual(['go'])
})

describe('a conversation that the provider rejects as too long', () => {
  const overflow = (contextWindow?: number) =>
    fail(new TransportError('context-overflow', 'Too long.', contextWindow === undefined ? {} : { contextWindow }))
  const windows: number[] = []
  const keepLast: ContextEngine = {
    id: 'keep-last',
    shouldCompress: () => false,
    async compress({ messages, contextWindow, state }, { force }) {
      windows.push(contextWindow)
      if (!force || messages.length < 2) return { status: 'skipped', reason: 'Nothing to save.', state }
      return { status: 'compressed', messages: messages.slice(-1), state, tokensBefore: 9, tokensAfter: 1 }
    },
  }
  const history = [
    { role: 'user', content: 'x' },
    { role: 'assistant', content: 'y' },
  ] as const

  test('is compressed and sent again, and the window size is stored with the session', async () => {
    windows.length = 0
    const transport = scripted([overflow(32_000), text('Now it fits.'), overflow(), text('never')])
    const store = createMemoryStore()
    const agent = createAgent({ transport, model: { id: 'm' }, store, contextEngine: keepLast })
    const run = agent.run('go', { sessionId: 's', session: { history } })
    const notices = []
    for await (const event of run) if (event.type === 'notice') notices.push(event.text)
    expect((await run.result).finalResponse).toBe('Now it fits.')
    expect(notices).toEqual([expect.stringContaining('32000')])
    expect(windows).toEqual([32_000])
    await agent.run('more', { sessionId: 's' }).result
    expect(windows).toEqual([32_000, 24_000])
  })

  test('fails when it cannot be compressed, and after three attempts', async () => {
    const first = await turn([overflow()], { contextEngine: keepLast })
    expect(first.outcome).toMatchObject({ status: 'failed', error: { code: 'transport/context-overflow' } })
    const shrinking: ContextEngine = {
      ...keepLast,
      compress: async ({ messages, state }) => ({
        status: 'compressed',
        messages,
        state,
        tokensBefore: 2,
        tokensAfter: 1,
      }),
    }
    const second = await turn(
      Array.from({ length: 9 }, () => overflow()),
      { contextEngine: shrinking },
    )
    expect(second.outcome.status).toBe('failed')
    expect(second.transport.requests).toHaveLength(4)
  })
})
