import { english } from '@hermes/safety/language'
import { earlierPrompts, promptOf } from '../sessions/earlier-prompts.js'
import type { Stage } from './stage.js'

/** Restores one of the earlier prompts. */
export async function recallPrompt({ session, screen, options }: Stage): Promise<void> {
  const { history } = options.prompt ?? {}
  if (!session.isOpen || !history || history.entries.length === 0) return
  const question = earlierPrompts(history.entries, options.look)
  const chosen = await screen.choose(question, { sessionId: session.id, givesWay: true })
  if (chosen !== undefined) screen.edit(promptOf(chosen, history.entries))
}

/** Takes back the prompt that was queued last. Text typed in the meantime follows it. */
export async function takeBackPrompt({ early, session, screen }: Stage): Promise<void> {
  const taken = early.takeBack() ?? (await cancelNewest(session))
  if (taken !== undefined) screen.edit([taken, screen.text].filter((text) => text !== '').join('\n'))
}

async function cancelNewest(session: Stage['session']): Promise<string | undefined> {
  const newest = session.view.queued.at(-1)
  if (!newest) return undefined
  const { isCancelled } = await session.call('prompt.cancel', { sessionId: session.id, submissionId: newest.id })
  return isCancelled ? newest.text : undefined
}

/** Edits the prompt in the person's editor. */
export async function editElsewhere({ session, screen, options }: Stage): Promise<void> {
  const { editText } = options.prompt ?? {}
  if (!editText) return
  const edited = await screen.suspendWhile(() => editText(screen.text))
  if (edited !== undefined) screen.edit(edited)
  else session.note('warning', english`The editor failed: the prompt is as it was. EDITOR names another one.`)
}
