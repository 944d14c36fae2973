import type { Style } from '../text/style.js'
import type { CodePainter } from './code-painter.js'
import { type CodeNode, common, createLowlight } from './grammars.js'

type Paint = (text: string) => string

/** Creates a painter with the grammars of three dozen languages. Import it where code is shown, not at startup. */
export function createCodePainter(style: Style): CodePainter {
  const lowlight = createLowlight(common)
  const paints: Readonly<Record<string, Paint>> = {
    comment: style.muted,
    quote: style.muted,
    keyword: style.keyword,
    'selector-tag': style.keyword,
    literal: style.literal,
    number: style.literal,
    built_in: style.literal,
    type: style.literal,
    symbol: style.literal,
    string: style.string,
    regexp: style.string,
    addition: style.added,
    deletion: style.removed,
    title: style.name,
    name: style.name,
    section: style.bold,
    attr: style.name,
    attribute: style.name,
    variable: style.name,
    meta: style.muted,
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
