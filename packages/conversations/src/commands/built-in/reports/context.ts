import type { PromptSection, SessionContext, ToolDefinition } from '@hermes/core'
import { compressionOf, newestOf } from '@hermes/core/sessions'
import type { AgentFor } from '@hermes/core/wiring'
import type { TableOutcome } from '../../../contracts/command-outcome.js'
import type { Command, CommandContext } from '../../command.js'
import { storedRecord } from '../sessions/stored-record.js'
import { type ContextUse, measureContext, type TokenCounter } from './measure-context.js'

export interface ContextServices {
  readonly agentFor: AgentFor
  /** Imported only for this command, because a vocabulary is large. */
  readonly tokenCounter: () => Promise<TokenCounter>
  /** The prompt and tools of a new session. */
  readonly promptSections: () => readonly PromptSection[]
  readonly tools: () => Promise<readonly ToolDefinition[]>
}

const defaultWindow = 128_000
/** How many parts of a group are shown, unless all are requested. */
const shownParts = 6

/** `/context [all]`: shows the use of the context window. */
export function contextCommand(services: ContextServices): Command {
  return {
    name: 'context',
    aliases: ['ctx'],
    usage: '[all]',
    description: 'show context usage: prompt, tools, memory, history',
    category: 'info',
    complete: async (prefix) => ['all'].filter((word) => word.startsWith(prefix)).map((text) => ({ text })),
    async run(args, context) {
      const record = await storedRecord(context)
      const newest = record && (await newestOf(context.store, record))
      const { model } = await services.agentFor(context.conversation.choice)
      const measured = {
        model: model.id,
        promptSections: services.promptSections(),
        context: record ? await context.conversation.context() : await notBegun(services, context),
        summary: newest && compressionOf(newest)?.summary,
      }
      return contextTable(await measureContext(measured, await services.tokenCounter()), args === 'all')
    },
  }
}

/** Returns the request of the first message, for a session that is not stored yet. */
async function notBegun(services: ContextServices, { conversation, surface }: CommandContext): Promise<SessionContext> {
  const tools = await services.tools()
  const { model } = await services.agentFor(conversation.choice)
  const about = {
    sessionId: conversation.id,
    source: surface.name ?? surface.kind,
    model: model.id,
    tools: tools.map(({ name }) => name),
  }
  const texts = await Promise.all(
    services.promptSections().map(({ content }) => (typeof content === 'string' ? content : content(about))),
  )
  return {
    sessionId: conversation.id,
    system: texts
      .map((text) => text.trim())
      .filter((text) => text !== '')
      .join('\n\n'),
    tools,
    messages: [],
    contextWindow: model.contextWindow ?? defaultWindow,
    state: {},
  }
}

function contextTable(use: ContextUse, isWhole: boolean): TableOutcome {
  const { contextWindow, totalTokens, freeTokens, compressedAt, groups } = use
  const rowOf = (part: string, tokens: number, isGroup: boolean) => ({
    part: isGroup ? part : `· ${part}`,
    tokens,
    share: tokens / contextWindow,
  })
  const near = compressedAt === undefined ? '' : ` It will be compressed at ${compressedAt.toLocaleString('en')}.`
  return {
    type: 'table',
    title: `${totalTokens.toLocaleString('en')} of ${contextWindow.toLocaleString('en')} tokens · ${use.model}`,
    columns: [
      { key: 'part', label: 'Part', format: 'words' },
      { key: 'tokens', label: 'Tokens', align: 'right', format: 'count' },
      { key: 'share', label: 'Of the window', format: 'share' },
    ],
    rows: [
      ...groups
        .filter(({ tokens }) => tokens > 0)
        .flatMap(({ name, tokens, parts }) => {
          const shown = isWhole ? parts : parts.slice(0, shownParts)
          const rest = tokens - shown.reduce((sum, part) => sum + part.tokens, 0)
          const others = rest > 0 ? [rowOf(`${parts.length - shown.length} more`, rest, false)] : []
          return [rowOf(name, tokens, true), ...shown.map((part) => rowOf(part.name, part.tokens, false)), ...others]
        }),
      rowOf('free', freeTokens, true),
    ],
    note: `Counted with ${use.tokenizer}; other tokenizers differ by a few percent.${near}`,
    data: { ...use, groups: groups.map((group) => ({ ...group, parts: group.parts.map((part) => ({ ...part })) })) },
  }
}
