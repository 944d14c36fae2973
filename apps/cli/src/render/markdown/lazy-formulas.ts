import type { Style } from '../text/style.js'
import type { RenderFormula } from './find-formula.js'
import { loadWhenAsked } from './load-when-asked.js'

/** Creates a renderer of formulas that is loaded on first use. Until then, formulas stay as written. */
export function createLazyFormulas(style: Style): () => RenderFormula | undefined {
  return loadWhenAsked(style, loadFormulas)
}

/** Loads the renderer of formulas. */
export async function loadFormulas(): Promise<RenderFormula> {
  const { renderLatex } = await import('@hermes/tui/latex')
  return (latex, isDisplay = false) => renderLatex(latex, { display: isDisplay })
}
