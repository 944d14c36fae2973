import { createCompressor } from '@hermes/compressor'
import {
  type AgentEvent,
  type ContextEngine,
  createAgent,
  describeError,
  type JsonObject,
  type SessionStore,
  type Transport,
  TransportError,
} from '@hermes/core'
import { askOnce } from '@hermes/core/wiring'
import { fail, fakeTools, type ProviderReply, startFakeProvider, text } from '@hermes/testkit'
import { createOpenAIChatTransport } from '@hermes/transports/openai-chat'
import { createWorkingModel, instructionOf, type Plan, resultOf, textIn, tokensOf } from './long-work.js'

export const contextWindow = 32_000
export const sessionId = 'long'
const summarizer = 'summarizer'

export interface Compression {
  /** The sizes of the requests before and after, as counted by the provider. */
  readonly before: number
  readonly after: number
  /** The number of requests since the previous compression. */
  readonly requests: number
}

export interface LongSession {
  readonly compressions: readonly Compression[]
  readonly summaries: number
  readonly requests: number
  /** The largest request, including summaries. */
  readonly largest: number
  /** The number of requests without the latest user message. */
  readonly forgetful: number
  readonly outcomes: readonly string[]
  /** The notices about compressions. */
  readonly ends: readonly Extract<AgentEvent, { type: 'compression-end' }>[]
}

export interface LongSessionOptions extends Plan {
  readonly store: SessionStore
  /** Returns the answer of the summary model. Absent: it never answers. */
  readonly summary?: (prompt: string) => string
}

/** Works through a plan over real HTTP in one session, and checks every request. */
export async function playLongSession({ store, summary, ...plan }: LongSessionOptions): Promise<LongSession> {
  const watch = createWatch(plan, summary)
  await using provider = await startFakeProvider({ script: watch.answer })
  const transport = createOpenAIChatTransport({ baseUrl: provider.baseUrl, apiKey: 'made-up' })
  const agent = createAgent({
    transport,
    model: { id: 'worker', contextWindow },
    store,
    tools: fakeTools({ work: ({ step }) => resultOf(Number(step)) }),
    contextEngine: createEngine(transport),
    budget: { maxIterations: 0 },
  })
  const ends: LongSession['ends'][number][] = []
  const outcomes: string[] = []
  for (let turn = 1; turn <= plan.turns; turn++) {
    watch.say(instructionOf(turn))
    const run = agent.run(instructionOf(turn), { sessionId, ...(turn === 1 && { session: { title: 'Long work' } }) })
    for await (const event of run) {
      if (event.type !== 'compression-end') continue
      ends.push(event)
      if (event.status === 'compressed') watch.compressed()
    }
    const { outcome } = await run.result
    outcomes.push(outcome.status === 'failed' ? describeError(outcome.error) : outcome.status)
  }
  return { ...watch.seen(), outcomes, ends }
}

function createEngine(transport: Transport): ContextEngine {
  return createCompressor({
    async summarize({ system, prompt, signal }) {
      const question = { system, messages: [{ role: 'user', content: prompt }] } as const
      return (await askOnce({ transport, model: { id: summarizer } }, question, { signal })).text
    },
  })
}

/** Creates the provider with its scripted answers. */
function createWatch(plan: Plan, summary: LongSessionOptions['summary']) {
  const model = createWorkingModel(plan)
  const compressions: Compression[] = []
  const seen = { summaries: 0, requests: 0, largest: 0, forgetful: 0 }
  let said = ''
  let last = 0
  let since = 0
  let isFirstAfter = false

  function answer(body: JsonObject): ProviderReply {
    const tokens = tokensOf(body)
    seen.largest = Math.max(seen.largest, tokens)
    if (tokens > contextWindow) return fail(new TransportError('context-overflow', 'The request is too long.'))
    if (body.model === summarizer) return sumUp(body)
    seen.requests += 1
    since += 1
    if (!textIn(body).includes(said)) seen.forgetful += 1
    if (isFirstAfter) compressions.push({ before: last, after: tokens, requests: since })
    if (isFirstAfter) since = 0
    isFirstAfter = false
    last = tokens
    return model({ inputTokens: tokens })
  }

  function sumUp(body: JsonObject): ProviderReply {
    seen.summaries += 1
    if (!summary) return fail(new TransportError('overloaded', 'No capacity.', { status: 503 }))
    return text(summary(textIn(body)))
  }

  return {
    answer,
    say(instruction: string) {
      said = instruction
    },
    compressed() {
      isFirstAfter = true
    },
    seen: () => ({ ...seen, compressions }),
  }
}
