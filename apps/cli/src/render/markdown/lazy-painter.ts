import type { Style } from '../text/style.js'
import type { CodePainter } from './code-painter.js'
import { loadWhenAsked } from './load-when-asked.js'

/** Creates a painter whose grammars are loaded on first use. Until then, and if they cannot be loaded, code has a single color. */
export function createLazyPainter(style: Style): () => CodePainter | undefined {
  return loadWhenAsked(style, async () => (await import('./highlight-code.js')).createCodePainter(style))
}
