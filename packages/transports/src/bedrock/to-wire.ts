import type { Message, ModelRequest, ReasoningEffort, ToolDefinition } from '@hermes/core'
import { type CallIds, createCallIds } from '../shared/history/call-ids.js'
import { type Fragment, isLoopWithoutThoughts, mergeFragments } from '../shared/history/fragment.js'
import { createFrozenMemo } from '../shared/history/frozen-memo.js'
import { replayStateFor } from '../shared/history/replay.js'
import { usedTools } from '../shared/history/used-tools.js'
import { toWireJson } from '../shared/json.js'
import { type CacheTtl, cachePointsFor, maxCachePoints } from './cache-points.js'
import { countDocuments, isBlank } from './content-blocks.js'
import { planReasoning, type ReasoningPlan } from './reasoning.js'
import { messageJson, systemJson, toolConfigJson, toSettings } from './request-parts.js'
import { toWireAnswer } from './to-wire-answer.js'
import { toWireResult, toWireUser } from './to-wire-message.js'

/** Writes the request bodies of one transport. */
export interface RequestWriter {
  /** Returns the JSON text of the request. The model is not in it, because it is part of the URL path. */
  write(request: ModelRequest): string
}

export interface WriterTarget {
  /** Id of the transport. */
  readonly id: string
  readonly origin: string
  /** Cache lifetime of prefixes; `undefined` for the model's default. */
  readonly cache: CacheTtl | 'off' | undefined
}

/** Everything that the conversion of a message depends on, besides the message itself. */
interface Position {
  readonly ids: CallIds
  readonly model: string
  readonly keepsThoughts: boolean
  /** Number of the next document in the request. */
  readonly nextDocument: number
}

/** Maximum number of messages with a cache point. Tools and system prompt come first. */
const markedMessages = 3

/**
 * Creates a request writer. It converts each frozen message once and caches the result by identity, so a request
 * converts only new messages and repeats the bytes of the old ones. Only the cache points move with the end of the history.
 */
export function createRequestWriter({ id, origin, cache }: WriterTarget): RequestWriter {
  const memo = createFrozenMemo<Message, Fragment>()
  const plainJson = createFrozenMemo<Fragment, string>()
  const toolsJson = createFrozenMemo<readonly ToolDefinition[], string>()

  function toFragment(message: Message, { ids, model, keepsThoughts, nextDocument }: Position): Fragment {
    if (message.role === 'assistant') {
      ids.enter(message)
      const callIds = (message.tool_calls ?? []).map((call) => ids.of(call.id))
      return memo(message, `${keepsThoughts} ${model} ${callIds.join()}`, () => {
        const state = replayStateFor(message, { id, origin, model })
        return Object.freeze(toWireAnswer(message, { state, keepsThoughts, callIds }))
      })
    }
    const number = countDocuments(message.content) > 0 ? nextDocument : 0
    if (message.role !== 'tool') return memo(message, `${number}`, () => Object.freeze(toWireUser(message, number)))
    const callId = ids.of(message.tool_call_id)
    return memo(message, `${number} ${callId}`, () => Object.freeze(toWireResult(message, callId, number)))
  }

  function toFragments({ messages, model }: ModelRequest, { keepsThoughts }: ReasoningPlan): readonly Fragment[] {
    const ids = createCallIds()
    let nextDocument = 1
    const fragments = messages.map((message) => {
      const fragment = toFragment(message, { ids, model, keepsThoughts, nextDocument })
      nextDocument += countDocuments(message.content)
      return fragment
    })
    return mergeFragments(fragments, (text) => toWireJson({ text }))
  }

  /**
   * Converts the messages. A loop that another model started continues without thinking, because thinking blocks would
   * be required from its start.
   */
  function convert(request: ModelRequest) {
    const planFor = (effort: ReasoningEffort | undefined) =>
      planReasoning({
        model: request.model,
        effort,
        maxTokens: request.maxOutputTokens,
        hasTools: request.tools.length > 0,
      })
    const plan = planFor(request.reasoning)
    const merged = toFragments(request, plan)
    if (!plan.needsThoughts || !isLoopWithoutThoughts(merged)) return { plan, merged }
    const silent = planFor(undefined)
    return { plan: silent, merged: toFragments(request, silent) }
  }

  /**
   * Writes the tools. If the request has none, as in a summary request, it defines the tools used in the history,
   * because the service rejects calls and results without definitions.
   */
  function writeTools(request: ModelRequest, mark: string | undefined): string {
    const tools = request.tools.length > 0 ? request.tools : usedTools(request.messages)
    return tools.length === 0 ? '' : toolsJson(tools, `${mark}`, () => `"toolConfig":${toolConfigJson(tools, mark)},`)
  }

  function writeMessages(merged: readonly Fragment[], marks: number, mark: string | undefined): string {
    const marked = new Set(mark === undefined ? [] : merged.filter(canBeMarked).slice(-marks))
    const json = merged.map((fragment) =>
      marked.has(fragment) ? messageJson(fragment, mark) : plainJson(fragment, '', () => messageJson(fragment)),
    )
    return `"messages":[${json.join(',')}]`
  }

  return {
    write(request) {
      const points = cachePointsFor(request.model, cache)
      const markAt = (place: 'tools' | 'system' | 'messages') => (points?.[place] ? points.json : undefined)
      const { plan, merged } = convert(request)
      const tools = writeTools(request, markAt('tools'))
      const system = isBlank(request.system) ? '' : `"system":${systemJson(request.system, markAt('system'))},`
      const marksLeft = maxCachePoints - [tools, system].filter((part) => part !== '').length
      const messages = writeMessages(merged, Math.min(marksLeft, markedMessages), markAt('messages'))
      const settings = toWireJson(toSettings(request, plan, id))
      return `{${tools}${system}${messages}${settings === '{}' ? '}' : `,${settings.slice(1)}`}`
    },
  }
}

function canBeMarked({ role, blocks }: Fragment): boolean {
  return role === 'user' && !blocks.some((block) => block.isUncacheable)
}
