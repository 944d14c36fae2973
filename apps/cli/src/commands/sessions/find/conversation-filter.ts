import { resolve } from 'node:path'
import type { StoredConversation } from '@hermes/conversations/stored'
import { isDelegate } from '@hermes/core/sessions'
import type { CommandContext } from '../../../arguments/command-spec.js'
import { UsageError } from '../../../usage-error.js'
import { messageCount } from './message-count.js'
import { worksIn } from './works-in.js'

/**
 * Creates a filter for whole conversations from the options of a command, all of which must match. Title, model and folder match in any
 * session of the conversation, except those of sub-agents.
 * @throws {UsageError} for bounds that nothing can match.
 */
export function conversationFilter({
  values,
  io,
}: Pick<CommandContext, 'values' | 'io'>): (conversation: StoredConversation) => boolean {
  const { source, title, model, workspace, archived } = values
  const [least = 0, most = Number.POSITIVE_INFINITY] = [values['min-messages'], values['max-messages']]
  if (least > most) throw new UsageError('--min-messages is larger than --max-messages: no conversation fits both.')
  for (const [name, text] of Object.entries({ source, title, model, workspace })) {
    if (text?.trim() === '') throw new UsageError(`--${name} is empty: leave it out, or say what to look for.`)
  }
  const part = title?.toLowerCase()
  const folder = workspace === undefined ? undefined : resolve(io.workingDirectory, workspace)
  return (conversation) => {
    const { root, members } = conversation
    const own = members.filter((member) => !isDelegate(member))
    const count = messageCount(conversation)
    return (
      (source === undefined || root.source === source) &&
      (part === undefined || own.some((member) => member.title?.toLowerCase().includes(part))) &&
      (model === undefined || own.some((member) => member.model === model)) &&
      (folder === undefined || own.some((member) => worksIn(member, folder))) &&
      (!archived || root.archived) &&
      count >= least &&
      count <= most
    )
  }
}
