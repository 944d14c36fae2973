import type { ModelRequest, ToolDefinition } from '@hermes/core'
import type { Fragment } from '../shared/history/fragment.js'
import { toWireJson } from '../shared/json.js'
import { isBlank } from './content-blocks.js'
import type { ReasoningPlan } from './reasoning.js'

/** @param mark JSON of a cache point to append to the blocks, at the end of a prefix to cache. */
export function messageJson({ role, blocks }: Fragment, mark?: string): string {
  return `{"role":"${role}","content":${listJson(
    blocks.map((block) => block.json),
    mark,
  )}}`
}

export function systemJson(system: string, mark: string | undefined): string {
  return listJson([toWireJson({ text: system })], mark)
}

export function toolConfigJson(tools: readonly ToolDefinition[], mark: string | undefined): string {
  const json = tools.map(({ name, description, parameters }) => {
    const toolSpec = { name, ...(!isBlank(description) && { description }), inputSchema: { json: parameters } }
    return toWireJson({ toolSpec })
  })
  return `{"tools":${listJson(json, mark)}}`
}

/** Returns all fields except the messages, the system prompt and the tools. The caller's provider options override them. */
export function toSettings(request: ModelRequest, plan: ReasoningPlan, id: string): object {
  const { messages: _messages, system: _system, toolConfig: _tools, ...own } = request.providerOptions?.[id] ?? {}
  const { inferenceConfig, additionalModelRequestFields, ...overrides } = own
  const maxTokens = request.maxOutputTokens ?? plan.maxTokens
  const inference = { ...(maxTokens !== undefined && { maxTokens }), ...objectOf(inferenceConfig) }
  const additional = { ...plan.fields, ...objectOf(additionalModelRequestFields) }
  return {
    ...(Object.keys(inference).length > 0 && { inferenceConfig: inference }),
    ...(Object.keys(additional).length > 0 && { additionalModelRequestFields: additional }),
    ...overrides,
  }
}

function listJson(items: readonly string[], mark: string | undefined): string {
  return `[${(mark === undefined ? items : [...items, mark]).join(',')}]`
}

function objectOf(value: unknown): object {
  return typeof value === 'object' && value !== null ? value : {}
}
