import type { TurnContextEvent } from '../../contracts/turn/hooks.js'
import type { Turn } from '../state/turn.js'

export interface HookContextOptions {
  /** Whether the session began with this turn. Default false. */
  readonly isNew?: boolean
  /** Whether hooks may store a message now. Default true. */
  readonly mayTell?: boolean
}

/**
 * Appends the hooks' context to the request's copy of the user's message. The stored message is unchanged. Context that the previous user
 * message already shows is not repeated, and a resumed turn keeps its own.
 */
export async function addHookContext(
  turn: Turn,
  { isNew = false, mayTell = true }: HookContextOptions = {},
): Promise<void> {
  const { hooks, context, messages, origins, overlays } = turn
  const asked = messages.findLast((message) => message.role === 'user')
  if (!asked || overlays.textsOf(asked).length > 0) return
  // In a resumed turn, the text appears where it is stored, after everything that was already read.
  const tell: TurnContextEvent['tell'] = async (text) => {
    const message = await turn.storeQuietly({ role: 'user', content: text })
    if (messages.at(-1) === asked) overlays.add(asked, text)
    else turn.addStored([message])
  }
  const text = await hooks.pre_llm_call({
    sessionId: context.sessionId,
    messages,
    origins,
    isNew,
    ...(mayTell && { tell }),
  })
  const newest = messages.findLast((message) => message.role === 'user' && overlays.textsOf(message).length > 0)
  const isShown = newest !== undefined && text !== undefined && overlays.textsOf(newest).includes(text)
  if (text && !isShown) overlays.add(asked, text)
}
