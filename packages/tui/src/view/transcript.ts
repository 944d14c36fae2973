import { type Component, truncateToWidth, visibleWidth, wrapTextWithAnsi } from '@earendil-works/pi-tui'
import type { Block } from '../model/view-state.js'
import { drawMarkdown } from './draw-markdown.js'
import { drawOutcome } from './draw-outcome.js'
import { drawReasoning } from './draw-reasoning.js'
import { drawTool } from './draw-tool.js'
import type { FocusSwitch } from './focus-switch.js'
import type { Look } from './look.js'
import type { MessageTimes } from './message-times.js'
import { paintGrowingCode } from './paint-growing-code.js'
import { decisionRows } from './questions.js'
import type { ReasoningSwitch } from './reasoning-switch.js'
import { TranscriptLayout } from './transcript-layout.js'

/** The terminal compares all rows at each key. Above the most, the oldest blocks are no longer drawn until so few remain. */
const mostRows = 1_000
const fewRows = 500

/** How many rows of a prompt are shown before it is unfolded: who has pasted a log knows it. */
const longestPrompt = 20

interface Drawn {
  readonly width: number
  readonly isExpanded: boolean
  readonly hasTime: boolean
  readonly isHidden: boolean
  readonly rows: string[]
}

export interface TranscriptOptions {
  /** The rows of the terminal. Default: fewer than are kept. */
  readonly height?: () => number
  /** Default: messages are shown without their times. */
  readonly times?: MessageTimes
  /** Default: calls of tools are shown. */
  readonly focus?: FocusSwitch
  /** Default: hidden. */
  readonly reasoning?: ReasoningSwitch
}

const hidden: ReasoningSwitch = { isShown: false, isWhole: false }

/** The newest blocks of a session. A block is drawn once for each width. */
export class Transcript implements Component {
  readonly #look: Look
  readonly #times: MessageTimes | undefined
  readonly #reasoning: ReasoningSwitch
  readonly #focus: FocusSwitch | undefined
  readonly #height: () => number
  #highlight: Look['highlight']
  /** What was drawn. */
  #latest = { width: 0, rows: 0 }
  #layout = new TranscriptLayout([], { sessionId: '', width: 0, first: 0 })
  #drawn = new WeakMap<Block, Drawn>()
  /** The first block that is shown. */
  #first = 0
  #sessionId = ''
  #blocks: readonly Block[] = []
  /** Whether tools show all of their output, and the model all of its reasoning. */
  isExpanded = false

  constructor(look: Look, { times, focus, reasoning = hidden, height = () => 0 }: TranscriptOptions = {}) {
    this.#look = look
    this.#focus = focus
    this.#height = height
    this.#highlight = paintGrowingCode(look.highlight)
    this.#times = times
    this.#reasoning = reasoning
  }

  show(blocks: readonly Block[], sessionId: string): void {
    if (sessionId !== this.#sessionId || this.#first > blocks.length) this.#first = 0
    this.#sessionId = sessionId
    this.#blocks = blocks
  }

  render(width: number): string[] {
    const rows = this.#first === 0 ? [] : [this.#look.style.muted(this.#look.t`Earlier messages: /history all`)]
    const starts: number[] = []
    for (const block of this.#blocks.slice(this.#first)) {
      starts.push(rows.length)
      for (const row of this.#rows(block, width)) rows.push(row)
    }
    starts.push(rows.length)
    this.#layout = new TranscriptLayout(starts, { sessionId: this.#sessionId, width, first: this.#first })
    this.#latest = { width, rows: rows.length }
    return rows
  }

  /** Which rows the blocks have that were drawn last. */
  get layout(): TranscriptLayout {
    return this.#layout
  }

  /** Leaves out the oldest rows if too many were drawn. @returns how many rows fewer there are now. */
  shorten(): number {
    const { width, rows } = this.#latest
    if (rows <= mostRows) return 0
    this.#first = this.#firstOf(Math.max(fewRows, this.#height()), width)
    return rows - this.render(width).length
  }

  /** The look has changed. */
  invalidate(): void {
    this.#drawn = new WeakMap()
    this.#highlight = paintGrowingCode(this.#look.highlight)
  }

  /** The first of the newest blocks that have so many rows together. The newest is always one of them. */
  #firstOf(count: number, width: number): number {
    let first = this.#blocks.length
    let rows = 0
    while (first > 0 && rows < count) {
      first -= 1
      const block = this.#blocks[first]
      rows += block ? this.#rows(block, width).length : 0
    }
    return first
  }

  #rows(block: Block, width: number): string[] {
    const isReasoning = block.type === 'reasoning'
    const isExpanded =
      ((block.type === 'tool' || block.type === 'user') && this.isExpanded) ||
      (isReasoning && (this.isExpanded || this.#reasoning.isWhole))
    const isHidden = (isReasoning && !this.#reasoning.isShown) || (block.type === 'tool' && this.#focus?.isOn === true)
    const time = this.#timeOf(block)
    const hasTime = time !== undefined
    const known = this.#drawn.get(block)
    const isSame = known?.isExpanded === isExpanded && known.hasTime === hasTime && known.isHidden === isHidden
    if (isSame && known.width === width) return known.rows
    const drawn = isHidden ? [] : drawBlock(block, width, this.#lookOf(block), isExpanded)
    // Every message begins with an empty row.
    const rows = hasTime && drawn.length > 0 ? ['', truncateToWidth(time, width), ...drawn.slice(1)] : drawn
    this.#drawn.set(block, { width, isExpanded, hasTime, isHidden, rows })
    return rows
  }

  /** The newest block may be drawn again for each word of it. */
  #lookOf(block: Block): Look {
    const isOpen = block.type === 'answer' && block.isDraft && block === this.#blocks.at(-1)
    return isOpen ? { ...this.#look, highlight: this.#highlight } : this.#look
  }

  #timeOf(block: Block): string | undefined {
    if (!this.#times?.isShown || !('atMs' in block)) return undefined
    return this.#look.style.muted(this.#times.format(block.atMs))
  }
}

function drawBlock(block: Block, width: number, look: Look, isExpanded: boolean): string[] {
  const { style, clean, t } = look
  switch (block.type) {
    case 'user': {
      const sign = `${look.promptSign} `
      const indent = visibleWidth(sign)
      const rows = wrapTextWithAnsi(clean(block.text), Math.max(1, width - indent))
      const start = (index: number) => (index === 0 ? style.bold(style.user(sign)) : ' '.repeat(indent))
      const isLong = !isExpanded && rows.length > longestPrompt + 1
      const shown = isLong ? rows.slice(0, longestPrompt) : rows
      const more = rows.length - shown.length
      return [
        '',
        ...shown.map((row, index) => `${start(index)}${style.bold(row)}`),
        ...(more > 0 ? [truncateToWidth(`  ${style.muted(t`… ${more} more lines (Ctrl+O)`)}`, width)] : []),
      ]
    }
    case 'answer': {
      const text = clean(block.text)
      if (text.trim() === '') return []
      // Filled up with spaces, a row would not fit on terminals that draw an emoji wider than it is counted.
      return ['', ...drawMarkdown(text.trim(), width, look).map((row) => row.trimEnd())]
    }
    case 'tool':
      return drawTool(block, width, look, isExpanded)
    case 'outcome':
      return ['', ...drawOutcome(block, width, look)]
    case 'decision':
      return ['', ...decisionRows(block, look, width)]
    case 'reasoning':
      return drawReasoning(block.text, width, look, isExpanded)
    case 'note': {
      const paint = { info: style.muted, warning: style.warning, error: style.error }[block.tone]
      const command = block.remedy && look.commandFor(block.remedy)
      const hint = command === undefined ? [] : wrapTextWithAnsi(clean(t`Try: ${command}`), width).map(style.muted)
      const mark = block.tone === 'error' ? '✗ ' : ''
      return ['', ...wrapTextWithAnsi(mark + clean(t.of(block.text)), width).map(paint), ...hint]
    }
  }
}
