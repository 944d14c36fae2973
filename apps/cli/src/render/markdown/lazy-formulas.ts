import type { Style } from '../text/style.js'
import type { RenderFormula } from './find-formula.js'
import { loadWhenAsked } from './load-when-asked.js'

/** What renders formulas, loaded when it is first asked for: until then, they stay as they are written. */
export function createLazyFormulas(style: Style): () => RenderFormula | undefined {
  return loadWhenAsked(style, loadFormulas)
}

/** Loads what renders formulas. */
export async function loadFormulas(): Promise<RenderFormula> {
  const { renderLatex } = await import('@hermes/tui/latex')
  return (latex, isDisplay = false) => renderLatex(latex, { display: isDisplay })
}
