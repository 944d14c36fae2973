import { isCutShort, newestOf, resolveSession, rootOf } from '@hermes/core/sessions'
import { english } from '@hermes/safety/language'
import type { CommandOutcome } from '../../../contracts/command-outcome.js'
import type { Command, CommandContext } from '../../command.js'
import { mayOpen, ownSessions, sessionName } from './sessions.js'

const offered = 10

/** `/resume [session]`: switches to another conversation, by id, title or `latest`. */
export function resumeCommand(): Command {
  return {
    name: 'resume',
    aliases: ['switch'],
    usage: '[session]',
    description: 'resume an id, a title or `latest`; without one, choose',
    category: 'session',
    opensConversation: true,
    async complete(prefix, context) {
      const records = await ownSessions(context)
      return records
        .flatMap(({ id, title }) => [
          ...(title === undefined ? [] : [{ text: title, detail: id }]),
          { text: id, detail: title ?? '' },
        ])
        .filter(({ text }) => text.toLowerCase().startsWith(prefix.toLowerCase()))
        .slice(0, offered)
    },
    run: (args, context) => (args === '' ? offer(context) : resume(args, context)),
  }
}

async function resume(reference: string, { store, person, conversation }: CommandContext): Promise<CommandOutcome> {
  const found = await resolveSession(store, reference)
  const root = await rootOf(store, found)
  // The same message as for an unknown session, so that sessions of others are not revealed.
  if (!mayOpen(root, person)) return { type: 'error', text: `No session has the id or title "${reference}".` }
  if (root.id === conversation.id) return { type: 'text', text: 'This is the current session.' }
  const stored = await store.messages.load((await newestOf(store, found)).id)
  const name = root.title === undefined ? root.id : `${root.id} "${root.title}"`
  const hint = isCutShort(stored) ? ' Its last turn was cut short: /continue resumes it.' : ''
  return {
    type: 'open',
    target: { id: root.id },
    text: `You continue ${name}, ${english.count(stored.length, 'message')}.${hint}`,
  }
}

async function offer(context: CommandContext): Promise<CommandOutcome> {
  const records = (await ownSessions(context)).slice(0, offered)
  if (records.length === 0) return { type: 'text', text: 'There are no sessions yet.' }
  return {
    type: 'choice',
    prompt: 'Which session?',
    options: await Promise.all(
      records.map(async (record) => ({
        label: (await sessionName(context.store, record)) || record.id,
        detail: record.id,
        command: `/resume ${record.id}`,
        ...(record.id === context.conversation.id && { isCurrent: true }),
      })),
    ),
  }
}
