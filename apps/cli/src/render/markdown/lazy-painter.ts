import type { Style } from '../text/style.js'
import type { CodePainter } from './code-painter.js'
import { loadWhenAsked } from './load-when-asked.js'

/** The grammars, loaded when they are first asked for: until then, and if they cannot be loaded, code has one colour. */
export function createLazyPainter(style: Style): () => CodePainter | undefined {
  return loadWhenAsked(style, async () => (await import('./highlight-code.js')).createCodePainter(style))
}
