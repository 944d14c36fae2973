import { type Component, Markdown, truncateToWidth, wrapTextWithAnsi } from '@earendil-works/pi-tui'
import type { Block, ToolBlock } from '../model/view-state.js'
import { type Look, markdownTheme } from './look.js'

/** How many rows of a command's output, and of a diff, are shown. */
const outputRows = 6
const diffRows = 40

/** The blocks of a session. A block is drawn once for each width. */
export class Transcript implements Component {
  readonly #look: Look
  readonly #drawn = new WeakMap<Block, { readonly width: number; readonly rows: string[] }>()
  blocks: readonly Block[] = []

  constructor(look: Look) {
    this.#look = look
  }

  render(width: number): string[] {
    return this.blocks.flatMap((block) => this.#rows(block, width))
  }

  /** Nothing is drawn from anything but blocks. */
  invalidate(): void {
    return
  }

  #rows(block: Block, width: number): string[] {
    const known = this.#drawn.get(block)
    if (known?.width === width) return known.rows
    const rows = drawBlock(block, width, this.#look)
    this.#drawn.set(block, { width, rows })
    return rows
  }
}

function drawBlock(block: Block, width: number, look: Look): string[] {
  const { style, clean } = look
  switch (block.type) {
    case 'user': {
      const rows = wrapTextWithAnsi(clean(block.text), Math.max(1, width - 2))
      return ['', ...rows.map((row, index) => `${index === 0 ? style.bold(style.cyan('❯ ')) : '  '}${style.bold(row)}`)]
    }
    case 'answer': {
      const text = clean(block.text)
      return text.trim() === '' ? [] : ['', ...new Markdown(text.trim(), 0, 0, markdownTheme(look)).render(width)]
    }
    case 'tool':
      return drawTool(block, width, look)
    case 'note': {
      const paint = { info: style.dim, warning: style.yellow, error: style.red }[block.tone]
      return ['', ...wrapTextWithAnsi(clean(block.text), width).map(paint)]
    }
  }
}

function drawTool(tool: ToolBlock, width: number, { style, clean }: Look): string[] {
  const mark = { running: style.yellow('●'), done: style.green('✓'), failed: style.red('✗') }[tool.status]
  const took = tool.durationMs === undefined ? '' : style.dim(` ${(tool.durationMs / 1000).toFixed(1)} s`)
  const summary = clean(tool.summary).replaceAll('\n', ' ')
  const head = truncateToWidth(`${mark} ${style.bold(tool.name)} ${style.dim(summary)}`, Math.max(1, width - 8))
  const cut = (line: string) => truncateToWidth(`  ${line}`, width)
  const output = tool.status === 'done' ? [] : clean(tool.output).trimEnd().split('\n').slice(-outputRows)
  const diff = tool.diff === undefined ? [] : clean(tool.diff).trimEnd().split('\n')
  const more = diff.length > diffRows ? [style.dim(`… ${diff.length - diffRows} more lines`)] : []
  return [
    `${head}${took}`,
    ...output.filter(Boolean).map((line) => cut(style.dim(line))),
    ...[...diff.slice(0, diffRows).map((line) => paintDiff(line, style)), ...more].map(cut),
  ]
}

function paintDiff(line: string, { green, red, dim }: Look['style']): string {
  if (line.startsWith('+') && !line.startsWith('+++')) return green(line)
  if (line.startsWith('-') && !line.startsWith('---')) return red(line)
  return dim(line)
}
