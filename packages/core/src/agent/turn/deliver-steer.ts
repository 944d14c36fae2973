import type { Turn } from '../state/turn.js'

/** Appends what the user said while the tools ran to their results, so that the model reads it in the same turn. */
export async function deliverSteer(turn: Turn): Promise<void> {
  const text = turn.control.takeSteers()
  if (text === undefined) return
  try {
    await turn.store({ role: 'user', content: text })
  } catch (error) {
    turn.control.returnSteers(text)
    throw error
  }
}
