import type { Message } from '@hermes/core'
import { countMessageParts } from './count-message.js'
import { estimateText } from './estimate-text.js'
import { families, familyOf } from './families.js'

/**
 * Returns an estimator for the family of a model, with a median error below 4 %. It caches no counts and is meant for
 * context engines, which cache those of messages themselves.
 *
 * @param model The model name in the provider's notation.
 */
export function estimateFor(model: string): (value: string | Message) => number {
  const family = familyOf(model)
  const { frame } = families[family]
  const countText = (text: string) => estimateText(text, family)
  return (value) => (typeof value === 'string' ? countText(value) : countMessageParts(value, countText, frame))
}
