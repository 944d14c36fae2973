import type { Turn } from '../state/turn.js'

/** What the user said while the tools ran stands behind their results: the model reads it with them, in the same turn. */
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
