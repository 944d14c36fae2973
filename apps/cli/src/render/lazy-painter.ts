import type { CodePainter } from './code-painter.js'
import type { Style } from './style.js'

/**
 * Loads the grammars in the background when they are first asked for: until then, and if they cannot be loaded, code has one colour. A terminal
 * without colours never loads them.
 */
export function createLazyPainter(style: Style): () => CodePainter | undefined {
  let painter: CodePainter | undefined
  let isAsked = false
  return () => {
    if (!isAsked && style.isEnabled) {
      isAsked = true
      import('./highlight-code.js').then(
        ({ createCodePainter }) => {
          painter = createCodePainter(style)
        },
        () => undefined,
      )
    }
    return painter
  }
}
