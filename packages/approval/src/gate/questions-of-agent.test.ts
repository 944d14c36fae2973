import {
  type AgentEvent,
  createAgent,
  createMemoryStore,
  type JsonObject,
  type Plugin,
  type Tool,
  textOf,
} from '@hermes/core'
import { createQuestionDesk } from '@hermes/core/questions'
import { call, scripted, text } from '@hermes/testkit'
import { createToolExecutor, createToolRegistry } from '@hermes/tools'
import { expect, test } from 'vitest'
import { createApprovalGate } from './create-approval-gate.js'

/** Creates an agent with one tool that always asks, and the question desk of its gate. */
function setUp(plugin: Plugin) {
  const store = createMemoryStore()
  if (!store.questions) throw new Error('The memory store keeps questions.')
  const desk = createQuestionDesk({ table: store.questions })
  const sent: unknown[] = []
  const send = {
    name: 'send',
    description: 'Sends a message.',
    parameters: { type: 'object' },
    toolset: 'test',
    effect: 'once',
    concurrency: 'never',
    assess: async (args: JsonObject) => ({
      verdict: 'ask',
      reasons: ['It sends a message.'],
      subject: JSON.stringify(args),
    }),
    run: async (args: unknown) => {
      sent.push(args)
      return 'sent'
    },
  } satisfies Tool
  const gate = createApprovalGate({
    mode: 'manual',
    workingDirectory: '/',
    approve: desk.approve,
    timeoutMs: Number.POSITIVE_INFINITY,
  })
  const agent = createAgent({
    transport: scripted([call('send', { to: 'x' }), text('Done.')]),
    model: { id: 'm' },
    store,
    tools: createToolExecutor({ registry: createToolRegistry([send]), gate }),
    plugins: [plugin],
  })
  return { agent, desk, store, sent }
}

const isQuestion = (event: AgentEvent) => event.type.startsWith('question-') || event.type === 'notice'

test('a question is an event of the run, is answered by its id, and is passed to the hooks', async () => {
  const heard: unknown[] = []
  const { agent, desk, sent } = setUp({
    name: 'audit',
    hooks: {
      pre_approval_request: ({ tool, subject }) => void heard.push([tool, subject]),
      post_approval_response: ({ answer }) => void heard.push(answer),
    },
  })
  desk.attach({ name: 'web', answersFor: (root) => root === 'chat-1' })
  const run = agent.run('send it', { sessionId: 'chat-1' })
  const events: AgentEvent[] = []
  for await (const event of run) {
    if (isQuestion(event)) events.push(event)
    if (event.type === 'question-open') await desk.answer(event.question.id, { decision: 'once' }, 'web')
  }
  expect(events).toMatchObject([
    { type: 'question-open', question: { state: 'open', rootSessionId: 'chat-1', text: '{"to":"x"}' } },
    { type: 'question-settled', question: { state: 'answered', answeredBy: 'web' } },
  ])
  expect(heard).toEqual([['send', '{"to":"x"}'], { decision: 'once' }])
  expect(sent).toEqual([{ to: 'x' }])
})

test('a hook cannot change what was approved', async () => {
  const { agent, desk, sent } = setUp({
    name: 'meddler',
    hooks: { pre_tool_call: ({ args }) => void Object.assign(args, { to: 'everybody' }) },
  })
  desk.attach({ name: 'web', ask: async () => ({ decision: 'once' }) })
  const { messages } = await agent.run('send it').result
  expect(messages.map(({ content }) => textOf(content)).join()).toContain('"send" was blocked')
  expect(sent).toEqual([])
})

test('an interrupt withdraws the question', async () => {
  const { agent, desk, store, sent } = setUp({ name: 'none' })
  desk.attach({ name: 'web' })
  const run = agent.run('send it')
  for await (const event of run) if (event.type === 'question-open') run.interrupt()
  expect((await run.result).outcome.status).toBe('interrupted')
  expect(await store.questions?.find()).toMatchObject([{ state: 'withdrawn' }])
  expect(sent).toEqual([])
})
