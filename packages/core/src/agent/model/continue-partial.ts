import { nudges } from '../../recovery/nudges.js'
import { stitch } from '../../recovery/stitch.js'
import type { Turn } from '../state/turn.js'
import type { Answer } from './ask-model.js'
import { callModel } from './call-model.js'

/**
 * Lets the model continue an answer of which a part is stored.
 * @returns the rest as its message, and the whole answer as its text.
 */
export async function continuePartial(turn: Turn, partial: string): Promise<Answer> {
  const { message, reason, text } = await callModel(turn, { nudge: nudges.continuePartial })
  const whole = stitch([partial, text])
  // Arguments of calls come with their own text, and a silent answer adds none.
  const content = message.content === null ? null : whole.slice(partial.length)
  return { message: { ...message, content }, reason, text: whole }
}
