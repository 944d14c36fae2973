import { type Io, writeLine } from '../io.js'
import { safeText } from '../render/text/safe-text.js'

/** Prints a warning about the user's home. */
export function printWarning(text: string, { stderr, t }: Pick<Io, 'stderr' | 't'>): Promise<void> {
  return writeLine(stderr, `hermes: ${safeText(t.of(text))}`)
}
