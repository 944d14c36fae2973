import { type Command, type CommandContext, completeLine } from '@hermes/conversations/commands'
import { english } from '@hermes/safety/language'
import type { ResultOf } from '../../schemas/methods.js'
import type { Handlers, MethodContext } from '../connection/client-connection.js'
import { rpcFailure } from '../connection/rpc-failure.js'
import { toOutcome } from '../events/to-outcome.js'
import type { LiveSession } from '../live/live-session.js'

/** Methods of slash commands. */
export const commandMethods = {
  'commands.catalog'({ sessionId }, { client, host }) {
    const { surface, person } = host.sender
    const { commands } = client.session(sessionId).workspace
    return { commands: commands.list(surface, person).map(toRow) }
  },
  'command.resolve'({ sessionId, line }, { client, host }) {
    const { surface, person } = host.sender
    const found = client.session(sessionId).workspace.commands.find(line, surface, person)
    switch (found.type) {
      case 'command':
        return { type: 'command', command: toRow(found.command), args: found.args }
      case 'message':
        return { type: 'message' }
      default:
        return { type: found.type, text: found.text }
    }
  },
  async 'command.dispatch'({ sessionId, line }, { client, host, signal }) {
    if (!line.startsWith('/')) throw rpcFailure('invalidParams', 'A command starts with "/".')
    const session = client.session(sessionId)
    const submission = session.conversation.submit({ content: line }, host.sender)
    session.keep(submission)
    const cancel = () => void submission.cancel('The client has left.')
    signal.addEventListener('abort', cancel, { once: true })
    try {
      const acceptance = await submission.accepted
      // A command that became a message to the agent shows its own turn.
      if (acceptance.as !== 'command') return asMessage(submission.id, line, acceptance)
      const end = await submission.ended
      if (end.status === 'command') return { submissionId: submission.id, outcome: toOutcome(end.outcome) }
      // So does what the outcome of the command sent to the agent.
      if (end.status === 'turn' || end.status === 'steered') {
        return { submissionId: submission.id, outcome: { type: 'done' } }
      }
      if (end.status === 'cancelled') {
        return { submissionId: submission.id, outcome: { type: 'error', text: english`The command was interrupted.` } }
      }
      const text = 'message' in end ? end.message : `The command ended as ${end.status}.`
      return { submissionId: submission.id, outcome: { type: 'error', text } }
    } finally {
      signal.removeEventListener('abort', cancel)
    }
  },
  'complete.slash': ({ sessionId, line }, { client, host, sessions, signal }) => {
    const session = client.session(sessionId)
    return completeLine(session.workspace.commands, line, contextOf(session, { host, sessions, signal }))
  },
} satisfies Partial<Handlers>

function asMessage(
  submissionId: string,
  content: string,
  acceptance: ResultOf<'prompt.submit'>['acceptance'],
): ResultOf<'command.dispatch'> {
  const { as, message = '' } = acceptance
  return { submissionId, outcome: as === 'refused' ? { type: 'error', text: message } : { type: 'message', content } }
}

function toRow({ name, aliases = [], usage, description, category, whileRunning = 'at-once' }: Command) {
  return { name, aliases, description, category, whileRunning, ...(usage !== undefined && { usage }) }
}

function contextOf(
  { conversation, workspace }: LiveSession,
  { host, signal }: Pick<MethodContext, 'host' | 'sessions' | 'signal'>,
): CommandContext {
  const { store, sender } = host
  const { conversations, commands } = workspace
  const { surface, person } = sender
  const all = commands.list(surface, person)
  return {
    conversation,
    conversations,
    store,
    surface,
    person,
    commands: all,
    signal,
    report: () => undefined,
  }
}
