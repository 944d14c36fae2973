import type { ContentOrigin } from '@hermes/core'
import type { CommandOutcome } from '../../../contracts/command-outcome.js'
import { hasRole } from '../../../contracts/person.js'
import { originsOf, trustOrigin } from '../../../stored/trust-origin.js'
import type { Command, CommandContext } from '../../command.js'

export interface OriginsServices {
  /** Whether the settings list the source as trusted. Default: no source is trusted. */
  readonly isTrusted?: (origin: ContentOrigin) => boolean
  /** Adds a source to the trusted ones in the settings. Default: sources are only trusted within a conversation. */
  readonly trustForGood?: (name: string) => Promise<unknown>
}

const usage = '[trust NAME [always]]'

/** `/origins [trust NAME [always]]`: shows the content by others that this conversation has read. */
export function originsCommand(services: OriginsServices): Command {
  return {
    name: 'origins',
    usage,
    description: 'show the sources read here, or trust one',
    category: 'info',
    async complete(prefix, { conversation, store }) {
      const found = await originsOf(store, conversation.id)
      const lines = found.flatMap(({ name }) => (name === undefined ? [] : [`trust ${name}`]))
      return ['trust', ...lines].filter((line) => line.startsWith(prefix)).map((text) => ({ text }))
    },
    async run(args, context) {
      if (args === '') return list(services, context)
      const { name, isForGood } = parse(args)
      if (name === undefined) return { type: 'error', text: `Usage: /origins ${usage}` }
      if (!hasRole(context.person, 'admin')) return { type: 'error', text: 'Only an admin can trust a source.' }
      return isForGood ? trustForGood(name, services) : trust(name, context)
    },
  }
}

async function list({ isTrusted = () => false }: OriginsServices, context: CommandContext): Promise<CommandOutcome> {
  const found = await originsOf(context.store, context.conversation.id)
  if (found.length === 0)
    return { type: 'text', text: 'This conversation has only read what you wrote and the workspace.' }
  const stateOf = (origin: (typeof found)[number]) =>
    origin.isTrusted ? 'trusted here' : isTrusted(origin) ? 'trusted always' : 'untrusted'
  return {
    type: 'table',
    title: 'Content of others in this conversation',
    columns: [
      { key: 'kind', label: 'Kind', format: 'words' },
      { key: 'name', label: 'Source' },
      { key: 'state', label: 'State', format: 'words' },
    ],
    rows: found.map((origin) => ({ kind: origin.kind, name: origin.name ?? '(unknown)', state: stateOf(origin) })),
    note: 'Calls that send data or have lasting effects are asked about because of untrusted sources.',
  }
}

/** Parses `trust NAME [always]`. Names may contain spaces. */
function parse(args: string): { readonly name?: string; readonly isForGood: boolean } {
  const [verb, ...words] = args.trim().split(/\s+/)
  const isForGood = words.length > 1 && words.at(-1) === 'always'
  const name = words.slice(0, isForGood ? -1 : undefined).join(' ')
  return { ...(verb === 'trust' && name !== '' && { name }), isForGood }
}

async function trust(name: string, { conversation, store, signal }: CommandContext): Promise<CommandOutcome> {
  if (conversation.state.activity !== 'idle')
    return { type: 'error', text: 'A turn is running: trust a source when it has ended, or answer its question.' }
  const trusted = await conversation.betweenTurns(() => trustOrigin(conversation.id, name, { store, signal }))
  const names = trusted.map((origin) => `${origin.kind} ${origin.name ?? ''}`.trim()).join(', ')
  return { type: 'text', text: `Trusted in this conversation: ${names}.` }
}

async function trustForGood(name: string, { trustForGood: store }: OriginsServices): Promise<CommandOutcome> {
  if (!store) return { type: 'error', text: 'No source can be trusted permanently here.' }
  await store(name)
  return { type: 'text', text: `Trusted in all conversations: ${name}.` }
}
