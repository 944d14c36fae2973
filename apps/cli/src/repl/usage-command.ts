import { sessionUsage } from '@hermes/conversations/stored'
import type { Runtime } from '@hermes/runtime'
import { usageTable } from '../usage/render-usage.js'
import type { Conversation } from './conversation.js'
import type { ReplCommand } from './slash-command.js'

export interface UsageContext {
  readonly runtime: Pick<Runtime, 'store'>
  readonly conversation: Pick<Conversation, 'record'>
  print(text: string): void
}

export const usage: ReplCommand<UsageContext> = {
  name: 'usage',
  aliases: ['cost'],
  usage: '',
  description: 'show what the session used, and what it cost',
  async run(_, { runtime, conversation, print }) {
    const record = await conversation.record()
    print(record ? usageTable(await sessionUsage(runtime.store, record)) : 'This session has used nothing yet.\n')
    return 'stay'
  },
}
