import type { RenderFormula } from './find-formula.js'
import type { Style } from './style.js'

/**
 * Loads what renders formulas in the background when it is first asked for: until then, they stay as they are written. A terminal without colours
 * never loads it.
 */
export function createLazyFormulas(style: Style): () => RenderFormula | undefined {
  let render: RenderFormula | undefined
  let isAsked = false
  return () => {
    if (!isAsked && style.isEnabled) {
      isAsked = true
      import('@hermes/tui/latex').then(
        ({ renderLatex }) => {
          render = (latex, isDisplay = false) => renderLatex(latex, { display: isDisplay })
        },
        () => undefined,
      )
    }
    return render
  }
}
