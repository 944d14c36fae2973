import type {
  AssistantMessage,
  JsonObject,
  JsonSchema,
  Message,
  ModelRequest,
  ReasoningEffort,
  ToolDefinition,
} from '@hermes/core'
import { type CallIds, createCallIds } from '../shared/history/call-ids.js'
import { type Fragment, isLoopWithoutThoughts, mergeFragments } from '../shared/history/fragment.js'
import { createFrozenMemo } from '../shared/history/frozen-memo.js'
import { replayStateFor } from '../shared/history/replay.js'
import { usedTools } from '../shared/history/used-tools.js'
import { toWireJson } from '../shared/json.js'
import { type CacheTtl, messageJson, withMark } from './cache-marks.js'
import { textBlock } from './content-blocks.js'
import { isFirstParty } from './first-party.js'
import { modelTraits } from './models.js'
import { planThinking, type ThinkingPlan } from './thinking.js'
import { toWireAnswer } from './to-wire-answer.js'
import { toWireResult, toWireUser } from './to-wire-message.js'

export interface WireRequest {
  /** Request body as JSON text. */
  readonly body: string
  /** Names for the `anthropic-beta` header. */
  readonly betas: readonly string[]
}

/** Writes the requests of one transport. */
export interface RequestWriter {
  write(request: ModelRequest, streaming: boolean): WireRequest
}

export interface WriterTarget {
  /** Id of the transport. */
  readonly id: string
  readonly origin: string
  /** Cache lifetime of prefixes; `undefined` disables caching. */
  readonly cacheTtl: CacheTtl | undefined
  /** Whether a subscription pays for the requests instead of an API key. */
  readonly isSubscription?: boolean
}

/** Subscription requests are rejected unless their system prompt starts with this block. */
const subscriptionBlock = toWireJson(textBlock("You are Claude Code, Anthropic's official CLI for Claude."))

/** Beta without which the server ignores the setting `speed`. */
const fastMode = 'fast-mode-2026-02-01'

/** Number of messages with a cache mark. Anthropic allows four marks; one is used for the system prompt and the tools before it. */
const markedMessages = 3

/**
 * Creates a request writer. It converts each frozen message once and caches the result by identity, so a request
 * converts only new messages and repeats the bytes of the old ones. Only the cache marks move with the end of the history.
 */
export function createRequestWriter(target: WriterTarget): RequestWriter {
  const { id, origin, cacheTtl, isSubscription = false } = target
  const memo = createFrozenMemo<Message, Fragment>()
  const plainJson = createFrozenMemo<Fragment, string>()
  const toolsJson = createFrozenMemo<readonly ToolDefinition[], string>()

  function stateOf(message: AssistantMessage, model: string): JsonObject | undefined {
    return replayStateFor(message, { id, origin, model })
  }

  function toFragment(message: Message, ids: CallIds, model: string, keepsThoughts: boolean): Fragment {
    if (message.role === 'tool') {
      const callId = ids.of(message.tool_call_id)
      return memo(message, callId, () => Object.freeze(toWireResult(message, callId)))
    }
    if (message.role !== 'assistant') return memo(message, '', () => Object.freeze(toWireUser(message)))
    ids.enter(message)
    const callIds = (message.tool_calls ?? []).map((call) => ids.of(call.id))
    return memo(message, `${keepsThoughts} ${model} ${callIds.join()}`, () =>
      Object.freeze(toWireAnswer(message, { state: stateOf(message, model), keepsThoughts, callIds })),
    )
  }

  function toFragments(request: ModelRequest, { keepsThoughts }: ThinkingPlan): readonly Fragment[] {
    const ids = createCallIds()
    const fragments = request.messages.map((message) => toFragment(message, ids, request.model, keepsThoughts))
    return mergeFragments(fragments, (text) => toWireJson(textBlock(text)))
  }

  /**
   * Converts the messages. A loop that another model started continues without thinking, because thinking blocks would
   * be required from its start.
   */
  function convert(request: ModelRequest, planFor: (effort: ReasoningEffort | undefined) => ThinkingPlan) {
    const plan = planFor(request.reasoning)
    const merged = toFragments(request, plan)
    if (!plan.needsThoughts || !isLoopWithoutThoughts(merged)) return { plan, merged }
    const silent = planFor(undefined)
    return { plan: silent, merged: toFragments(request, silent) }
  }

  function messagesJson(merged: readonly Fragment[]): string {
    const firstMarked = cacheTtl === undefined ? merged.length : merged.length - markedMessages
    const json = merged.map((fragment, index) =>
      index >= firstMarked ? messageJson(fragment, cacheTtl) : plainJson(fragment, '', () => messageJson(fragment)),
    )
    return `"messages":[${json.join(',')}]`
  }

  function systemJson(system: string): string {
    const blocks = [
      ...(isSubscription ? [subscriptionBlock] : []),
      ...(system.trim() === '' ? [] : [toWireJson(textBlock(system))]),
    ]
    const last = blocks.pop()
    if (last === undefined) return ''
    return `"system":[${[...blocks, cacheTtl === undefined ? last : withMark(last, cacheTtl)].join(',')}],`
  }

  function writeTools(request: ModelRequest): string {
    // Without a system prompt, the tools end the constant prefix.
    const ttl = request.system.trim() === '' ? cacheTtl : undefined
    if (request.tools.length > 0) {
      return toolsJson(request.tools, String(ttl), () => `"tools":${toToolsJson(request.tools, ttl)},`)
    }
    const used = usedTools(request.messages)
    return used.length === 0 ? '' : `"tools":${toToolsJson(used, ttl)},"tool_choice":{"type":"none"},`
  }

  return {
    write(request, streaming) {
      const traits = modelTraits(request.model)
      const maxTokens = request.maxOutputTokens ?? traits.maxOutputTokens
      const { plan, merged } = convert(request, (effort) =>
        planThinking(traits, {
          effort,
          maxTokens,
          hasTools: request.tools.length > 0,
          isFirstParty: isFirstParty(origin),
        }),
      )
      const settings: JsonObject = {
        model: request.model,
        max_tokens: maxTokens,
        ...plan.fields,
        ...overridesOf(request, id),
        stream: streaming,
      }
      const body = `{${writeTools(request)}${systemJson(request.system)}${messagesJson(merged)},${toWireJson(settings).slice(1)}`
      return { body, betas: settings.speed === 'fast' ? [...plan.betas, fastMode] : plan.betas }
    },
  }
}

function toToolsJson(tools: readonly ToolDefinition[], ttl: CacheTtl | undefined): string {
  const json = tools.map(({ name, description, parameters }) => {
    return toWireJson({
      name,
      ...(description.trim() !== '' && { description }),
      input_schema: toInputSchema(parameters),
    })
  })
  const last = json.pop() ?? ''
  return `[${[...json, ttl === undefined ? last : withMark(last, ttl)].join(',')}]`
}

/** Removes alternatives from the top level of a schema, where the API rejects them. Calls are validated against the full schema anyway. */
function toInputSchema({ oneOf: _oneOf, anyOf: _anyOf, allOf: _allOf, ...schema }: JsonSchema): object {
  return { ...schema, type: 'object' }
}

/** Returns the caller's provider options, except those that would replace the conversation. */
function overridesOf(request: ModelRequest, id: string): JsonObject {
  const { messages: _messages, system: _system, tools: _tools, ...overrides } = request.providerOptions?.[id] ?? {}
  return overrides
}
