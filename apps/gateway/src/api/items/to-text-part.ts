import type { OutputText } from './item-schemas.js'

export function toTextPart(text: string): OutputText {
  return { type: 'output_text', text, annotations: [], logprobs: [] }
}
