import type { SlashCommand } from '@hermes/core'
import type { CommandOutcome } from '../contracts/command-outcome.js'
import type { Surface, SurfaceKind } from '../contracts/surface.js'
import type { Command, CommandCategory } from './command.js'

/** Adapts a plugin's command to the table. */
export function fromSlashCommand(given: SlashCommand): Command {
  const { category, surfaces, isDestructive, complete, ...facts } = given
  return {
    ...facts,
    category: isCategory(category) ? category : 'extension',
    ...(surfaces && { surfaces: surfaces.filter(isSurfaceKind) }),
    ...(isDestructive !== undefined && { isDestructive }),
    ...(complete && { complete: (prefix, context) => complete.call(given, prefix, withSession(context)) }),
    run: async (args, context) => toOutcome(await given.run(args, withSession(context))),
  }
}

function withSession<Context extends { readonly conversation: { readonly id: string } }>(context: Context) {
  return { ...context, sessionId: context.conversation.id }
}

const categories: Readonly<Record<CommandCategory, true>> = {
  session: true,
  model: true,
  tools: true,
  info: true,
  control: true,
  settings: true,
  extension: true,
}

function isCategory(name: string | undefined): name is CommandCategory {
  return name !== undefined && Object.hasOwn(categories, name)
}

const kinds: Readonly<Record<Surface['kind'], true>> = {
  terminal: true,
  api: true,
  rpc: true,
  editor: true,
  chat: true,
  schedule: true,
  dashboard: true,
}

function isSurfaceKind(name: string): name is SurfaceKind {
  return Object.hasOwn(kinds, name)
}

/** Converts the result of a plugin. Text is Markdown; everything else is already an outcome. */
function toOutcome(result: string | { readonly type: string }): CommandOutcome {
  if (typeof result === 'string') return result === '' ? { type: 'done' } : { type: 'text', text: result }
  if (isOutcome(result)) return result
  return { type: 'error', text: `The command returned an outcome of the unknown type "${result.type}".` }
}

const outcomes: Readonly<Record<CommandOutcome['type'], true>> = {
  text: true,
  table: true,
  choice: true,
  form: true,
  diff: true,
  message: true,
  open: true,
  leave: true,
  confirm: true,
  error: true,
  done: true,
}

function isOutcome(result: { readonly type: string }): result is CommandOutcome {
  return Object.hasOwn(outcomes, result.type)
}
