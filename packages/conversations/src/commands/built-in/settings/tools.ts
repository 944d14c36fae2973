import { keptTools } from '@hermes/core'
import { hasRole } from '../../../contracts/person.js'
import type { Command } from '../../command.js'
import { storedRecord } from '../sessions/stored-record.js'

export interface ToolsServices {
  readonly describeTools: () => Promise<readonly ToolFacts[]>
}

export interface ToolFacts {
  readonly name: string
  readonly toolset: string
  /** Whether new conversations get the tool. */
  readonly isEnabled: boolean
  /** Why the tool is unavailable. */
  readonly reason?: string
}

/** `/tools`: lists all tools, and why some are unavailable. */
export function toolsCommand({ describeTools }: ToolsServices): Command {
  return {
    name: 'tools',
    usage: '[text]',
    description: 'list tools, optionally by name or toolset',
    category: 'tools',
    async run(args, context) {
      const tools = (await describeTools()).filter(({ name, toolset }) => `${name} ${toolset}`.includes(args))
      if (tools.length === 0)
        return { type: 'text', text: args === '' ? 'There are no tools.' : `No tool is called "${args}".` }
      const own = await ownTools(context)
      return {
        type: 'table',
        columns: [
          { key: 'name', label: 'Tool' },
          { key: 'toolset', label: 'Toolset' },
          { key: 'state', label: 'State', format: 'words' },
        ],
        rows: tools.map(({ name, toolset, isEnabled, reason }) => ({
          name,
          toolset,
          state: stateOf(own ? own.has(name) : isEnabled, reason),
        })),
        ...(own && { note: 'The session keeps the tools that it started with.' }),
      }
    },
  }
}

function stateOf(isThere: boolean, reason: string | undefined): string {
  if (isThere) return 'on'
  return reason === undefined ? 'off' : `off: ${reason}`
}

/** Returns the tools that a stored session started with. */
async function ownTools(context: Parameters<Command['run']>[1]): Promise<ReadonlySet<string> | undefined> {
  const record = await storedRecord(context)
  const tools = record && keptTools.of(record)
  return tools && new Set(tools.map((tool) => (typeof tool === 'string' ? tool : tool.name)))
}

/** `/toolsets [names | default]`: chooses the toolsets of a new conversation. */
export function toolsetsCommand({ describeTools }: ToolsServices): Command {
  return {
    name: 'toolsets',
    usage: '[name, name ... | default]',
    description: 'list toolsets, or choose them for new sessions',
    category: 'tools',
    changesChoice: true,
    complete: async (prefix) => {
      const begun = prefix.split(/[\s,]+/).at(-1) ?? ''
      const before = prefix.slice(0, prefix.length - begun.length)
      const names = new Set((await describeTools()).map(({ toolset }) => toolset))
      return [...names].filter((name) => name.startsWith(begun)).map((name) => ({ text: before + name }))
    },
    async run(args, context) {
      const tools = await describeTools()
      if (args === '') return toolsetTable(tools, context.conversation.choice.toolsets)
      // In a chat, the settings may give other people fewer tools.
      if (!hasRole(context.person, 'admin')) return { type: 'error', text: 'Choosing toolsets needs the role "admin".' }
      if (await storedRecord(context)) {
        return {
          type: 'error',
          text: 'A session keeps its tools: use /new, then /toolsets.',
        }
      }
      const names = args.split(/[\s,]+/).filter((name) => name !== '')
      await context.conversation.choose({ toolsets: args === 'default' ? null : names }, context.person)
      return { type: 'text', text: `Toolsets: ${args === 'default' ? 'as the settings have them' : names.join(', ')}.` }
    },
  }
}

function toolsetTable(tools: readonly ToolFacts[], chosen: readonly string[] | undefined) {
  const groups = Map.groupBy(tools, ({ toolset }) => toolset)
  return {
    type: 'table',
    columns: [
      { key: 'name', label: 'Toolset' },
      { key: 'on', label: 'Tools on', align: 'right' },
      { key: 'tools', label: 'Tools' },
    ],
    rows: [...groups].map(([name, members]) => ({
      name,
      on: `${members.filter(({ isEnabled }) => isEnabled).length} of ${members.length}`,
      tools: members.map((member) => member.name).join(', '),
    })),
    ...(chosen && { note: `Chosen for this session: ${chosen.join(', ')}.` }),
  } as const
}
