import { describeError } from '@hermes/core'
import { english } from '@hermes/safety/language'
import type { ScreenActions } from '../view/screen/screen-actions.js'
import { editElsewhere, recallPrompt, takeBackPrompt } from './edit-prompt.js'
import { showAgents, showSearch } from './show-panels.js'
import type { Stage } from './stage.js'
import { pasteImage, submitLine } from './submit-line.js'
import { switchSession } from './switch-session.js'

/** Creates the actions of a screen. An action that fails shows its error in the current session. */
export function createActions(stage: Stage): ScreenActions {
  const { options, session } = stage
  const { prompt = {}, host = {} } = options
  const attempt = (work: () => Promise<unknown>) => attemptIn(stage, work)
  return {
    submit(text) {
      if (prompt.history) attempt(async () => prompt.history?.add(text))
      const send = () => submitLine(stage, text)
      if (!stage.early.add(text, send)) attempt(send)
    },
    interrupt() {
      if (prompt.commands?.interrupt()) return true
      const { activity, progress } = session.view
      if (activity === 'idle' && progress === undefined) return false
      attempt(() => session.call('session.interrupt', { sessionId: session.id }))
      return true
    },
    switchSession: (signal) => attempt(() => switchSession(stage, signal)),
    editElsewhere: () => attempt(() => editElsewhere(stage)),
    showAgents: () => attempt(() => showAgents(stage)),
    showSearch: () => attempt(() => showSearch(stage, '')),
    recall: () => attempt(() => recallPrompt(stage)),
    pasteImage: () => attempt(() => pasteImage(stage)),
    takeBack: () => attempt(() => takeBackPrompt(stage)),
    suspend: () => attempt(async () => host.suspend && stage.screen.suspendWhile(host.suspend)),
    tellHowToLeave: () => session.note('info', english`Ctrl+C again to leave.`),
    leave: stage.leave,
  }
}

/** Runs work and shows a failure in the session. */
export function attemptIn(stage: Pick<Stage, 'session'>, work: () => Promise<unknown>): void {
  work().catch((error: unknown) => noteError(stage, error))
}

/** Shows an error in the session. */
export function noteError({ session }: Pick<Stage, 'session'>, error: unknown): void {
  session.note('error', describeError(error))
}
