import { type Conversation, restoreModel } from '@hermes/conversations'
import type { Runtime } from '@hermes/runtime'
import { english } from '@hermes/safety/language'
import { cliSender as sender } from '../../setup/open-conversation.js'

/** Prepares a resumed conversation: its own model answers again, in the folder of the chat. */
export async function prepareResumed(
  conversation: Conversation,
  { store, agentFor, workingDirectory }: Pick<Runtime, 'store' | 'agentFor'> & { readonly workingDirectory: string },
): Promise<readonly string[]> {
  const problem = await restoreModel(conversation, { store, agentFor, by: sender.person })
  const folder = (await store.sessions.get(conversation.id))?.workingDirectory ?? workingDirectory
  return [
    ...(problem === undefined ? [] : [problem]),
    ...(folder === workingDirectory
      ? []
      : [
          english`It worked in ${folder}; here it works in ${workingDirectory}. To go back: hermes -r ${conversation.id}`,
        ]),
  ]
}
