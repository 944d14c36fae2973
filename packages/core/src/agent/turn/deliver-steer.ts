import { readSteers } from '../../session/session-notes.js'
import { joinSteers, type Steer } from '../state/steer.js'
import type { Turn } from '../state/turn.js'

/** Appends what the user said while the tools ran to their results, so that the model reads it in the same turn. */
export async function deliverSteer(turn: Turn): Promise<void> {
  const messages = toMessages(turn.control.takeSteers())
  for (const [index, { steers, inputId }] of messages.entries()) {
    const content = joinSteers(steers) ?? ''
    try {
      if (inputId !== undefined) await noteSteer(turn, inputId)
      await turn.store({ role: 'user', content }, inputId === undefined ? {} : { platformMessageId: inputId })
    } catch (error) {
      turn.control.returnSteers(messages.slice(index).flatMap((left) => left.steers))
      throw error
    }
  }
}

/** Notes a steer before its message is stored, so that no crash can make it look like the input of another turn. */
async function noteSteer(turn: Turn, inputId: string): Promise<void> {
  const { record, wiring } = turn
  const notes = readSteers.with(record.notes, [...(readSteers.of(record) ?? []), inputId])
  turn.renew(await wiring.store.sessions.update(record.id, { notes }))
}

/**
 * Converts steers to messages. A steer with an id becomes a separate message, so that it can be looked up; the others
 * are joined.
 */
function toMessages(steers: readonly Steer[]) {
  const messages: { readonly steers: Steer[]; readonly inputId?: string }[] = []
  for (const steer of steers) {
    const last = messages.at(-1)
    if (steer.inputId !== undefined) messages.push({ steers: [steer], inputId: steer.inputId })
    else if (last && last.inputId === undefined) last.steers.push(steer)
    else messages.push({ steers: [steer] })
  }
  return messages
}
