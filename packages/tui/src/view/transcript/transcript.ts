import { type Component, truncateToWidth } from '@earendil-works/pi-tui'
import type { Block } from '../../model/view-state.js'
import { type BlockView, drawBlock } from '../blocks/draw-block.js'
import type { Look } from '../look/look.js'
import { growMarkdown } from '../markdown/grow-markdown.js'
import { paintGrowingCode } from '../markdown/paint-growing-code.js'
import type { FocusSwitch } from './focus-switch.js'
import type { MessageTimes } from './message-times.js'
import type { ReasoningSwitch } from './reasoning-switch.js'
import { TranscriptLayout } from './transcript-layout.js'

/**
 * Maximum number of rows, because the terminal compares all rows at each key. Above it, the oldest blocks are no longer
 * drawn until only `fewRows` remain.
 */
const mostRows = 1_000
const fewRows = 500
/**
 * Minimum height for growing blocks. On a lower terminal, answers and reasoning grow above the visible rows, where
 * nothing can be redrawn.
 */
const growingRows = 5

interface Drawn {
  readonly width: number
  readonly isExpanded: boolean
  readonly hasTime: boolean
  readonly isHidden: boolean
  readonly rows: string[]
}

export interface TranscriptOptions {
  /** Returns the number of rows of the terminal. Default: enough for an answer to grow, and fewer than are kept. */
  readonly height?: () => number
  /** The times of messages. Default: messages are shown without their times. */
  readonly times?: MessageTimes
  /** Whether tool calls are hidden. Default: tool calls are shown. */
  readonly focus?: FocusSwitch
  /** Whether reasoning is shown. Default: hidden. */
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
  #growing: Pick<BlockView, 'look' | 'markdown'>
  /** The size of what was drawn last. */
  #latest = { width: 0, rows: 0 }
  #layout = new TranscriptLayout([], { sessionId: '', width: 0, first: 0 })
  #drawn = new WeakMap<Block, Drawn>()
  /** The index of the first block that is shown. */
  #first = 0
  #sessionId = ''
  #blocks: readonly Block[] = []
  /** Whether all tool output and all of the model's reasoning is shown. */
  isExpanded = false

  constructor(look: Look, { times, focus, reasoning = hidden, height = () => 0 }: TranscriptOptions = {}) {
    this.#look = look
    this.#focus = focus
    this.#height = height
    this.#growing = lookOfGrowing(look)
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

  /** The rows of the blocks that were drawn last. */
  get layout(): TranscriptLayout {
    return this.#layout
  }

  /** Drops the oldest blocks if there are too many rows. @returns by how many rows the transcript is shorter now. */
  shorten(): number {
    const { width, rows } = this.#latest
    if (rows <= mostRows) return 0
    this.#first = this.#firstOf(Math.max(fewRows, this.#height()), width)
    return rows - this.render(width).length
  }

  /** Redraws everything because the look has changed. */
  invalidate(): void {
    this.#drawn = new WeakMap()
    this.#growing = lookOfGrowing(this.#look)
  }

  /** Returns the first of the newest blocks that together have at least `count` rows. The newest is always included. */
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
    const isHidden =
      (isReasoning && !this.#reasoning.isShown) ||
      (block.type === 'tool' && this.#focus?.isOn === true) ||
      ('isDraft' in block && block.isDraft && this.#isTooLow())
    const time = this.#timeOf(block)
    const hasTime = time !== undefined
    const known = this.#drawn.get(block)
    const isSame = known?.isExpanded === isExpanded && known.hasTime === hasTime && known.isHidden === isHidden
    if (isSame && known.width === width) return known.rows
    const drawn = isHidden ? [] : drawBlock(block, { width, isExpanded, ...this.#lookOf(block) })
    // Every message starts with an empty row.
    const rows = hasTime && drawn.length > 0 ? ['', truncateToWidth(time, width), ...drawn.slice(1)] : drawn
    this.#drawn.set(block, { width, isExpanded, hasTime, isHidden, rows })
    return rows
  }

  /**
   * Returns the look of a block. A paragraph may be redrawn for each of its words, and once more when it is complete.
   */
  #lookOf(block: Block): Pick<BlockView, 'look' | 'markdown'> {
    return block.type === 'answer' && block.isDraft ? this.#growing : { look: this.#look }
  }

  #isTooLow(): boolean {
    const height = this.#height()
    return height > 0 && height < growingRows
  }

  #timeOf(block: Block): string | undefined {
    if (!this.#times?.isShown || !('atMs' in block)) return undefined
    return this.#look.style.muted(this.#times.format(block.atMs))
  }
}

function lookOfGrowing(look: Look): Pick<BlockView, 'look' | 'markdown'> {
  return { look: { ...look, highlight: paintGrowingCode(look.highlight) }, markdown: growMarkdown() }
}
