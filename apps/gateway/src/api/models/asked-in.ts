import type { Conversation } from '@hermes/conversations'
import type { AskedModel } from './request-models.js'

/** The asked model, if it will answer in this conversation: one that people chose there comes first. */
export function askedIn(
  { choice: { model, provider, baseUrl } }: Pick<Conversation, 'choice'>,
  asked: AskedModel | undefined,
): AskedModel | undefined {
  return model === undefined && provider === undefined && baseUrl === undefined ? asked : undefined
}
