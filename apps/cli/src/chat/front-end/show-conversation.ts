import type { Conversation } from '@hermes/conversations'
import type { SessionStore } from '@hermes/core'
import { newestOf } from '@hermes/core/sessions'
import type { MessageTimes } from '../../render/screen/message-times.js'
import { renderRecap } from '../../render/screen/transcript.js'
import type { FrontEnd } from './front-end.js'

/** Shows the state of a stored conversation: its latest exchanges, and whether its last turn was cut short. */
export async function showConversation(
  { id, state }: Conversation,
  store: SessionStore,
  { dock, style, times }: Pick<FrontEnd, 'dock' | 'style'> & { readonly times: MessageTimes },
): Promise<void> {
  const record = await store.sessions.get(id)
  if (!record) return
  const stored = await store.messages.load((await newestOf(store, record)).id)
  dock.writeLines(renderRecap(stored, { style, times }))
  if (state.canContinue)
    dock.writeLines(`${style.warning(style.t`The last turn was cut short: /continue resumes it.`)}\n`)
}
