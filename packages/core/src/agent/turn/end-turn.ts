import type { SessionNotes } from '../../contracts/sessions/session-notes.js'
import type { TurnOutcome } from '../../contracts/turn/event.js'
import { shownTexts } from '../../session/session-notes.js'
import { keepMeasure } from '../compression/compress.js'
import type { Turn } from '../state/turn.js'

/** Stores data for the next turn, and calls the hooks of a turn that ended with a text. */
export async function endTurn(turn: Turn, outcome: TurnOutcome): Promise<TurnOutcome> {
  const isAnswered = 'text' in outcome
  await storeNotes(turn, [keepShownTexts(turn), ...(isAnswered ? [keepMeasure(turn)] : [])])
  if (!isAnswered) return outcome
  const event = { sessionId: turn.context.sessionId, messages: turn.messages, outcome }
  const text = await turn.hooks.transform_llm_output(event)
  await turn.hooks.post_llm_call(event)
  return text === undefined ? outcome : { ...outcome, text }
}

type ChangeNotes = (notes: SessionNotes) => SessionNotes

async function storeNotes(turn: Turn, changes: readonly ChangeNotes[]): Promise<void> {
  const { record, wiring } = turn
  const notes = changes.reduce((changed, change) => change(changed), record.notes)
  if (notes !== record.notes) turn.renew(await wiring.store.sessions.update(record.id, { notes }))
}

function keepShownTexts({ overlays, messages, record }: Turn): ChangeNotes {
  const texts = overlays.toStored(messages)
  const before = shownTexts.of(record) ?? []
  return (notes) => (JSON.stringify(texts) === JSON.stringify(before) ? notes : shownTexts.with(notes, texts))
}
