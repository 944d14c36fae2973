import { type Io, writeLine } from '../io.js'
import { safeText } from '../render/text/safe-text.js'

/** Prints what a person is told about their home. */
export function printWarning(text: string, { stderr, t }: Pick<Io, 'stderr' | 't'>): Promise<void> {
  return writeLine(stderr, `hermes: ${safeText(t.of(text))}`)
}
