import type { JsonValue } from '@hermes/core'
import { parseObject } from '../json.js'

/** A fake encryption of reasoning: only its issuer can read it, and only for the same model. */
export interface Seal {
  close(model: string, thought: string): string
  /** Returns whether this issuer created it for this model. */
  opens(sealed: JsonValue | undefined, model: string): boolean
}

export function createSeal(issuer: string): Seal {
  return {
    close: (model, thought) => Buffer.from(JSON.stringify({ issuer, model, thought })).toString('base64url'),
    opens(sealed, model) {
      const content = parseObject(Buffer.from(String(sealed), 'base64url').toString())
      return content?.issuer === issuer && content.model === model
    },
  }
}
