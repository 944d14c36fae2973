import { promptTokens } from '@hermes/core'
import type { AgentFor } from '@hermes/core/wiring'
import type { TableOutcome } from '../../../contracts/command-outcome.js'
import { sessionUsage } from '../../../stored/session-usage.js'
import type { Command, CommandContext } from '../../command.js'
import { storedRecord } from '../sessions/stored-record.js'

export interface StatusServices {
  readonly agentFor: AgentFor
  /** Additional rows, in order: version, home, tools. */
  readonly facts?: (context: CommandContext) => Promise<readonly Fact[]>
}

export interface Fact {
  readonly name: string
  readonly value: string | number
}

/** `/status`: shows the state of the conversation. */
export function statusCommand({ agentFor, facts }: StatusServices): Command {
  return {
    name: 'status',
    description: 'show model, session and usage',
    category: 'info',
    async run(_, context) {
      const { choice, state } = context.conversation
      const record = await storedRecord(context)
      const used = record && (await sessionUsage(context.store, record)).usage
      const { model } = await agentFor(choice)
      return factTable([
        { name: 'Model', value: `${model.id} (${model.provider})` },
        { name: 'Session', value: record ? record.id : 'not begun' },
        { name: 'Title', value: record?.title ?? '' },
        { name: 'State', value: describeState(state.activity, state.queued.length) },
        { name: 'Messages', value: record?.messageCount ?? 0 },
        { name: 'Tool calls', value: record?.toolCallCount ?? 0 },
        { name: 'Tokens', value: used ? `${promptTokens(used)} in, ${used.outputTokens} out` : 0 },
        { name: 'Reasoning', value: choice.reasoning ?? 'default' },
        { name: 'Personality', value: choice.personality ?? 'default' },
        ...((await facts?.(context)) ?? []),
      ])
    },
  }
}

export function factTable(facts: readonly Fact[], title?: string): TableOutcome {
  return {
    type: 'table',
    ...(title !== undefined && { title }),
    columns: [
      { key: 'name', label: 'Fact', format: 'words' },
      { key: 'value', label: 'Value', format: 'words' },
    ],
    rows: facts.map(({ name, value }) => ({ name, value })),
  }
}

function describeState(activity: string, queued: number): string {
  return queued === 0 ? activity : `${activity}, ${queued} queued`
}
