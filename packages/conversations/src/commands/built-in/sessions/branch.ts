import type { SessionId } from '@hermes/core'
import { branchConversation } from '../../../stored/branch-conversation.js'
import type { Command } from '../../command.js'
import { storedRecord } from './stored-record.js'
import { freeTitle } from './title.js'

export interface BranchServices {
  readonly generateId: () => SessionId
}

/** `/branch [title]`: continues in a copy and leaves the conversation unchanged. */
export function branchCommand({ generateId }: BranchServices): Command {
  return {
    name: 'branch',
    aliases: ['fork'],
    usage: '[title]',
    description: 'continue in a copy of the session',
    category: 'session',
    opensConversation: true,
    whileRunning: 'after',
    async run(args, context) {
      const { conversation, conversations, store, person } = context
      const record = await storedRecord(context)
      if (!record) return { type: 'error', text: 'There is nothing to branch from yet: say something first.' }
      const title = args === '' ? undefined : await freeTitle(args, context)
      const branch = await branchConversation(record.id, {
        store,
        id: generateId(),
        ...(title !== undefined && { title }),
      })
      const opened = await conversations.open({ id: branch.id })
      if (Object.keys(conversation.choice).length > 0) await opened.choose(conversation.choice, person)
      const name = branch.title === undefined ? branch.id : `"${branch.title}"`
      return {
        type: 'open',
        target: { id: branch.id },
        text: `You continue in the branch ${name}. /resume ${record.id} switches back.`,
      }
    },
  }
}
