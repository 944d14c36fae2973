import type { CodePainter } from './code-painter.js'
import { type CodeNode, common, createLowlight } from './grammars.js'
import type { Style } from './style.js'

type Paint = (text: string) => string

/** Grammars of three dozen languages. Import it where code is shown, not at start. */
export function createCodePainter(style: Style): CodePainter {
  const lowlight = createLowlight(common)
  const paints: Readonly<Record<string, Paint>> = {
    comment: style.dim,
    quote: style.dim,
    keyword: style.magenta,
    'selector-tag': style.magenta,
    literal: style.yellow,
    number: style.yellow,
    built_in: style.yellow,
    type: style.yellow,
    symbol: style.yellow,
    string: style.green,
    regexp: style.green,
    addition: style.green,
    deletion: style.red,
    title: style.cyan,
    name: style.cyan,
    section: style.bold,
    attr: style.cyan,
    attribute: style.cyan,
    variable: style.cyan,
    meta: style.dim,
  }
  const paintOf = ([name = '']: readonly string[] = []): Paint | undefined =>
    paints[name.replace(/^hljs-/, '').replace(/_$/, '')]
  const render = (node: CodeNode, paint: Paint): string => {
    if (node.type === 'text') return node.value.split('\n').map(paint).join('\n')
    const inner = paintOf(node.properties.className) ?? paint
    return node.children.map((child) => render(child, inner)).join('')
  }

  return (code, language) => {
    if (!lowlight.registered(language)) return undefined
    return lowlight
      .highlight(language, code)
      .children.map((child) => render(child, (text) => text))
      .join('')
  }
}
