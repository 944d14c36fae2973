import type { Conversation } from '@hermes/conversations'
import type { AskedModel } from './request-models.js'

/** Returns the requested model if it will answer in this conversation. A model that people chose there takes precedence. */
export function askedIn(
  { choice: { model, provider, baseUrl } }: Pick<Conversation, 'choice'>,
  asked: AskedModel | undefined,
): AskedModel | undefined {
  return model === undefined && provider === undefined && baseUrl === undefined ? asked : undefined
}
