import { type AgentEvent, HermesError, noUsage, type TurnOutcome } from '@hermes/core'
import { ROOT_CONTEXT, SpanStatusCode } from '@opentelemetry/api'
import { InMemorySpanExporter, SimpleSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace'
import { expect, test } from 'vitest'
import { TurnSpans } from './turn-spans.js'

const completed: TurnOutcome = { status: 'completed', text: 'Secret words.' }
const usage = { ...noUsage, inputTokens: 10, cacheReadTokens: 5, outputTokens: 2 }
const iteration: AgentEvent = { type: 'iteration-start', iteration: 1, maxIterations: 90 }
const answered: AgentEvent = { type: 'iteration-end', reason: 'stop', usage }
const toolCall = {
  id: 'call-1',
  type: 'function' as const,
  function: { name: 'delegate_task', arguments: '{"goal":"secret"}' },
}
const started: AgentEvent = { type: 'tool-start', call: toolCall, args: { goal: 'secret' } }
const ended = (isError: boolean): AgentEvent => ({
  type: 'tool-end',
  call: toolCall,
  message: { role: 'tool', tool_call_id: 'call-1', content: 'secret' },
  isError,
  durationMs: 20,
})
const child = (event: AgentEvent): AgentEvent => ({
  type: 'subagent-event',
  callId: 'call-1',
  childSessionId: 'child',
  goal: 'secret',
  event,
})

/** Returns the spans of a turn by name, each with the name of its parent span. */
function spansOf(events: readonly AgentEvent[], outcome = completed) {
  const exporter = new InMemorySpanExporter()
  const provider = new TracerProvider({ spanProcessors: [new SimpleSpanProcessor({ exporter })] })
  const model = { id: 'large', provider: 'bedrock' }
  const tracer = provider.getTracer('test')
  const spans = new TurnSpans({ tracer, parent: ROOT_CONTEXT, model, sessionId: 'chat' })
  for (const event of events) spans.see(event)
  spans.end(outcome)
  const finished = exporter.getFinishedSpans()
  const nameOf = (id: string | undefined) => finished.find((span) => span.spanContext().spanId === id)?.name
  expect(JSON.stringify(finished.map(({ attributes, events }) => [attributes, events]))).not.toContain('ecret')
  return finished.map(({ name, attributes, status, events, parentSpanContext }) => ({
    name,
    attributes,
    notices: events.map(({ attributes }) => attributes?.['hermes.notice.code']),
    isFailed: status.code === SpanStatusCode.ERROR,
    parent: nameOf(parentSpanContext?.spanId),
  }))
}

test('names the model, its provider, and what its calls used', () => {
  const [call, turn] = spansOf([iteration, answered])
  const tokens = {
    'gen_ai.usage.input_tokens': 15,
    'gen_ai.usage.cache_read.input_tokens': 5,
    'gen_ai.usage.output_tokens': 2,
  }
  expect(call).toMatchObject({
    name: 'chat large',
    parent: 'invoke_agent hermes',
    attributes: { 'gen_ai.provider.name': 'aws.bedrock', 'gen_ai.response.finish_reasons': ['stop'], ...tokens },
  })
  expect(turn).toMatchObject({
    name: 'invoke_agent hermes',
    isFailed: false,
    attributes: { 'gen_ai.conversation.id': 'chat', 'hermes.outcome': 'completed', ...tokens },
  })
})

test('a repeated request for an answer is another call', () => {
  const notice: AgentEvent = { type: 'notice', code: 'empty-answer', text: 'Secret.' }
  const spans = spansOf([iteration, answered, notice, answered])
  expect(spans.map(({ name }) => name)).toEqual(['chat large', 'chat large', 'invoke_agent hermes'])
  expect(spans.at(-1)?.notices).toEqual(['empty-answer'])
})

test('a call that was too long fails, and its compression is a span', () => {
  const spans = spansOf([
    iteration,
    { type: 'compression-start', sessionId: 'chat', trigger: 'overflow' },
    {
      type: 'compression-end',
      sessionId: 'chat',
      status: 'compressed',
      tokensBefore: 9,
      tokensAfter: 3,
      durationMs: 1,
    },
    answered,
  ])
  expect(spans.map(({ name, isFailed }) => [name, isFailed])).toEqual([
    ['chat large', true],
    ['compress', false],
    ['chat large', false],
    ['invoke_agent hermes', false],
  ])
})

test('the spans of a sub-agent are below the call that started it', () => {
  const spans = spansOf([
    started,
    child({ type: 'turn-start', sessionId: 'child', model: 'small', resumed: false }),
    child(iteration),
    child(answered),
    child({ type: 'turn-end', outcome: completed }),
    child({ type: 'notice', code: 'late', text: 'Secret.' }),
    ended(false),
  ])
  expect(spans.map(({ name, parent }) => [name, parent])).toEqual([
    ['chat small', 'invoke_agent hermes'],
    ['invoke_agent hermes', 'execute_tool delegate_task'],
    ['execute_tool delegate_task', expect.any(String)],
    ['invoke_agent hermes', undefined],
  ])
  expect(spans[1]?.attributes['gen_ai.usage.output_tokens']).toBe(2)
})

test('a failed tool call is marked, even if it has not started', () => {
  for (const events of [[started, ended(true)], [ended(true)]]) {
    const [tool] = spansOf(events)
    expect(tool).toMatchObject({ name: 'execute_tool delegate_task', isFailed: true })
  }
})

test('a failed turn has the code of its error, and so do its open calls', () => {
  const error = new HermesError('transport/network', 'Secret words.')
  const spans = spansOf([iteration], { status: 'failed', error })
  expect(spans.map(({ attributes }) => attributes['error.type'])).toEqual(['transport/network', 'transport/network'])
})

test('an interrupted turn has not failed, but its open calls have', () => {
  const events = [started, child({ type: 'turn-start', sessionId: 'child', model: 'small', resumed: false })]
  const spans = spansOf(events, { status: 'interrupted', reason: 'Secret.' })
  expect(spans.map(({ name, isFailed }) => [name, isFailed])).toEqual([
    ['invoke_agent hermes', false],
    ['execute_tool delegate_task', true],
    ['invoke_agent hermes', false],
  ])
})
