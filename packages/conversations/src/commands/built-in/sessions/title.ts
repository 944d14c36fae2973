import { HermesError, StoreError } from '@hermes/core'
import { sanitizeTitle } from '@hermes/core/sessions'
import { renameConversation } from '../../../stored/rename-conversation.js'
import type { Command, CommandContext } from '../../command.js'
import type { NewTarget } from './new-target.js'
import { storedRecord } from './stored-record.js'

export interface TitleServices {
  readonly newTarget: NewTarget
}

/** `/title [title]`: shows or sets the title of the session. */
export function titleCommand({ newTarget }: TitleServices): Command {
  return {
    name: 'title',
    usage: '[title]',
    description: 'show or set the session title',
    category: 'session',
    opensConversation: true,
    async run(args, context) {
      const record = await storedRecord(context)
      if (args === '') {
        const title = record?.title
        return { type: 'text', text: title === undefined ? 'This session has no title.' : `Title: ${title}` }
      }
      if (record)
        return { type: 'text', text: `Title: ${(await renameConversation(context.store, record, args)).title}` }
      const title = await freeTitle(args, context)
      // Nothing is stored yet: another conversation with the title replaces this one.
      const target = newTarget(context, { title, choice: context.conversation.choice })
      return { type: 'open', target, text: `Title: ${title}` }
    },
  }
}

/**
 * Sanitizes a title.
 * @throws {HermesError} when nothing is left of it; {@link StoreError} `conflict` when it is taken.
 */
export async function freeTitle(text: string, { store }: CommandContext): Promise<string> {
  const title = sanitizeTitle(text)
  if (title === undefined) throw new HermesError('conversation/title', 'The title is empty: use visible characters.')
  const [taken] = await store.sessions.find({ title, limit: 1 })
  if (!taken) return title
  throw new StoreError('conflict', `The session ${taken.id} already has the title "${title}": choose another one.`)
}
