import { newSession, offeredSessions, sessionChoices } from '../sessions/session-choices.js'
import { wrapRows } from '../view/rows/wrap-rows.js'
import type { Stage } from './stage.js'

/** Lets the person choose the session to show. @param withdrawn Aborted when the choice is taken back. */
export async function switchSession(stage: Stage, withdrawn?: AbortSignal): Promise<void> {
  const { options, session, screen, commands } = stage
  if (!session.isOpen) return
  const { look } = options
  const [{ sessions: live }, { sessions: stored }] = await Promise.all([
    session.call('session.active_list', {}),
    session.call('session.list', { limit: offeredSessions }),
  ])
  const items = sessionChoices({ live, stored, watched: session.all, shownId: session.id }, look)
  const question = { rows: (width: number) => wrapRows([look.style.bold(look.t`Sessions`)], width), items }
  const chosen = await screen.choose(question, withdrawn && { signal: withdrawn })
  if (chosen === undefined || chosen === session.id) return
  await (chosen === newSession ? createSession(stage) : session.resume(chosen))
  await commands.load()
}

/** Creates a session and shows it. */
export function createSession({ session, options }: Pick<Stage, 'session' | 'options'>): Promise<void> {
  const { workingDirectory } = options.first ?? {}
  return session.create(workingDirectory === undefined ? {} : { workingDirectory })
}
