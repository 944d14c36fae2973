import { measureContext } from '@hermes/conversations/commands'
import { compressionOf, newestOf, type SessionContext } from '@hermes/core'
import type { Runtime } from '@hermes/runtime'
import { contextChart } from '../render/context-chart.js'
import type { Style } from '../render/style.js'
import type { Conversation } from './conversation.js'
import type { ReplCommand } from './slash-command.js'

export interface ContextContext {
  readonly runtime: Pick<Runtime, 'agent' | 'model' | 'promptSections' | 'store' | 'tools'>
  readonly conversation: Pick<Conversation, 'record'>
  readonly style: Style
  readonly columns: () => number
  print(text: string): void
}

const defaultWindow = 128_000

/** `/context`: where the window goes. */
export const context: ReplCommand<ContextContext> = {
  name: 'context',
  aliases: ['ctx'],
  usage: '[all | --json]',
  description: 'show where the window goes: prompt, tools, memory, history',
  async run(args, { runtime, conversation, style, columns, print }) {
    const record = await conversation.record()
    const newest = record && (await newestOf(runtime.store, record))
    const { countTokens } = await import('gpt-tokenizer/encoding/o200k_base')
    const measured = {
      model: runtime.model.id,
      promptSections: runtime.promptSections,
      context: record ? await runtime.agent.context(record.id) : await notBegun(runtime),
      summary: newest && compressionOf(newest)?.summary,
    }
    const use = await measureContext(measured, { name: 'o200k_base', count: countTokens })
    const isWhole = args.trim() === 'all'
    if (args.trim() === '--json') print(`${JSON.stringify(use, undefined, 2)}\n`)
    else print(contextChart(use, { style, columns: columns(), isWhole }))
    return 'stay'
  },
}

/** What the first message will be sent with. */
async function notBegun({ model, promptSections, tools }: ContextContext['runtime']): Promise<SessionContext> {
  const definitions = await tools()
  const about = { sessionId: '', source: 'cli', model: model.id, tools: definitions.map(({ name }) => name) }
  const texts = await Promise.all(
    promptSections.map(({ content }) => (typeof content === 'string' ? content : content(about))),
  )
  return {
    sessionId: '',
    system: texts
      .map((text) => text.trim())
      .filter((text) => text !== '')
      .join('\n\n'),
    tools: definitions,
    messages: [],
    contextWindow: model.contextWindow ?? defaultWindow,
    state: {},
  }
}
