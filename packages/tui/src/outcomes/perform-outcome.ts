import { outcomeToMarkdown, translateOutcome } from '@hermes/conversations/commands'
import type { ResultOf } from '@hermes/rpc/schemas'
import type { SessionClient } from '../sessions/session-client.js'
import type { WatchedSession } from '../sessions/watched-session.js'
import type { Look } from '../view/look/look.js'
import type { ChoiceQuestion } from '../view/questions/choice-panel.js'
import { wrapRows } from '../view/rows/wrap-rows.js'

export interface OutcomeStage {
  readonly session: SessionClient
  /** The session that the command was for. */
  readonly shown: WatchedSession
  readonly screen: {
    choose(question: ChoiceQuestion, options: { readonly sessionId: string }): Promise<string | undefined>
  }
  readonly look: Look
  /** Runs the command that a person has chosen. */
  dispatch(line: string, shown: WatchedSession): Promise<void>
  leave(): void
}

/** Shows the answer of a session's command. */
export async function performOutcome(
  outcome: ResultOf<'command.dispatch'>['outcome'],
  stage: OutcomeStage,
): Promise<void> {
  const { session, shown, look } = stage
  const { t } = look
  switch (outcome.type) {
    case 'choice': {
      const items = outcome.options.map(({ label, detail, command, isCurrent }) => ({
        value: command,
        label: look.clean(isCurrent ? t`${label} (current)` : label),
        ...(detail !== undefined && { description: look.clean(t.of(detail)) }),
      }))
      const current = outcome.options.find(({ isCurrent }) => isCurrent)
      const prompt = look.style.bold(look.clean(t.of(outcome.prompt)))
      const question = { rows: (width: number) => wrapRows([prompt], width), items }
      return choose({ ...question, ...(current && { selected: current.command }) }, stage)
    }
    case 'confirm': {
      const { text, confirm, always } = outcome
      const items = [
        { value: confirm, label: t`Yes` },
        ...(always === undefined ? [] : [{ value: always, label: t`Yes, and do not ask again` }]),
        { value: '', label: t`No` },
      ]
      const question = look.style.warning(look.clean(t.of(text)))
      return choose({ rows: (width) => wrapRows([question], width), items }, stage)
    }
    case 'open':
      await session.resume(outcome.sessionId)
      if (outcome.text !== undefined) session.note('info', outcome.text)
      if (shown.view.activity === 'idle') await session.leave(shown.id)
      return
    case 'leave':
      if (outcome.text !== undefined) shown.note('info', outcome.text)
      return stage.leave()
    case 'error':
      return shown.note('error', outcome.text)
    case 'message':
    case 'done':
      return
    default: {
      const translated = translateOutcome(outcome, t)
      if (translated.type === 'table' || translated.type === 'diff') return shown.answer(translated)
      return shown.say(outcomeToMarkdown(translated))
    }
  }
}

/** Lets the person choose. The value of each item is a command; an empty one does nothing. */
async function choose(question: ChoiceQuestion, { screen, shown, dispatch }: OutcomeStage): Promise<void> {
  const command = await screen.choose(question, { sessionId: shown.id })
  if (command) await dispatch(command, shown)
}
