import { type Component, Input, matchesKey, stripTerminalSequences, truncateToWidth } from '@earendil-works/pi-tui'
import type { Block } from '../model/view-state.js'
import type { Look } from '../view/look/look.js'
import { Transcript } from '../view/transcript/transcript.js'
import { findMatches, type Match, searchPattern } from './find-matches.js'
import { markMatches, snippet } from './mark-matches.js'

export interface SearchPanelOptions {
  readonly look: Look
  /** Returns the number of available rows. */
  readonly rows: () => number
  /** Returns the current transcript. */
  readonly blocks: () => readonly Block[]
  /** The text to search for first; may be empty. */
  readonly text: string
  close(): void
}

/** Maximum number of listed matches, and of blocks shown on each side of a match. */
const mostMatches = 1_000
const shownBlocks = 20

const marks: Readonly<Record<Block['type'], string>> = {
  user: '❯',
  answer: ' ',
  reasoning: ' ',
  decision: '?',
  tool: '●',
  outcome: ' ',
  note: '!',
}

/** The search in a transcript, in place of the input: the matches, or the place of one of them. */
export class SearchPanel implements Component {
  readonly #options: SearchPanelOptions
  readonly #transcript: Transcript
  readonly #input: Input
  #known: { readonly blocks: readonly Block[]; readonly text: string; readonly matches: readonly Match[] } | undefined
  /** The selected match, counted from the newest one, so that new matches do not move it. */
  #fromEnd = 0
  #isOpen = false
  /** Number of rows below the visible ones, when the place of a match is open. */
  #scrolled = 0

  constructor(options: SearchPanelOptions) {
    this.#options = options
    this.#transcript = new Transcript(options.look)
    this.#transcript.isExpanded = true
    this.#input = new Input({ prompt: options.look.t`Find: ` })
    this.#input.focused = true
    this.#input.setValue(options.text)
    this.#input.handleInput('\u0005')
  }

  handleInput(data: string): void {
    if (matchesKey(data, 'escape')) this.#leave()
    else if (matchesKey(data, 'up')) this.#step(-1)
    else if (matchesKey(data, 'down')) this.#step(1)
    else if (matchesKey(data, 'pageUp')) this.#step(-this.#height)
    else if (matchesKey(data, 'pageDown')) this.#step(this.#height)
    else if (this.#isOpen) this.#goOn(data)
    else if (matchesKey(data, 'enter')) this.#open()
    else this.#type(data)
  }

  render(width: number): string[] {
    const { style, t } = this.#options.look
    const rule = style.muted('─'.repeat(width))
    const keys = this.#isOpen
      ? [t`n, N: next, previous`, t`↑↓: scroll`, t`Esc: back`]
      : [t`↑↓: choose`, t`Enter: show`, t`Esc: close`]
    const body = this.#isOpen ? this.#placeRows(width) : this.#listRows(width)
    const rows = [...body, style.muted(keys.join(' · '))].map((row) => truncateToWidth(row, width))
    return [rule, ...rows, rule]
  }

  invalidate(): void {
    this.#input.invalidate()
  }

  get #pattern(): RegExp | undefined {
    return searchPattern(this.#input.getValue())
  }

  get #matches(): readonly Match[] {
    const { look, blocks: read } = this.#options
    const blocks = read()
    const text = this.#input.getValue()
    if (this.#known?.blocks !== blocks || this.#known.text !== text) {
      const pattern = this.#pattern
      const matches = pattern ? findMatches(blocks, pattern, { clean: look.clean, most: mostMatches }) : []
      this.#known = { blocks, text, matches }
    }
    return this.#known.matches
  }

  get #selected(): number {
    return Math.max(0, this.#matches.length - 1 - this.#fromEnd)
  }

  /** The height without rules, footer, and the visible part of the conversation. */
  get #height(): number {
    return Math.max(3, this.#options.rows() - 8)
  }

  #leave(): void {
    if (!this.#isOpen) this.#options.close()
    this.#isOpen = false
  }

  #open(): void {
    if (this.#matches.length === 0) return
    this.#isOpen = true
    this.#scrolled = 0
  }

  #goOn(data: string): void {
    if (data !== 'n' && data !== 'N') return
    this.#select(data === 'n' ? 1 : -1)
    this.#scrolled = 0
  }

  #step(rows: number): void {
    if (this.#isOpen) this.#scrolled += rows
    else this.#select(rows)
  }

  #select(step: number): void {
    const last = Math.max(0, this.#matches.length - 1)
    this.#fromEnd = Math.min(Math.max(this.#fromEnd - step, 0), last)
  }

  #type(data: string): void {
    const before = this.#input.getValue()
    this.#input.handleInput(data)
    if (this.#input.getValue() !== before) this.#fromEnd = 0
  }

  #listRows(width: number): string[] {
    const { style, t } = this.#options.look
    const matches = this.#matches
    const pattern = this.#pattern
    const head = this.#input.render(width)
    if (!pattern) return head
    if (matches.length === 0) return [...head, style.muted(t`Nothing was found.`)]
    const first = Math.max(0, Math.min(this.#selected - this.#height + 1, matches.length - this.#height))
    const shown = matches.slice(first, first + this.#height)
    const rows = shown.map(({ type, line }, index) => {
      const mark = first + index === this.#selected ? style.accent('› ') : '  '
      return `${mark}${style.muted(marks[type])} ${markMatches(snippet(line, pattern, Math.max(1, width - 5)), pattern, { style })}`
    })
    return [...head, ...rows, style.muted(t`Match ${this.#selected + 1} of ${matches.length}`)]
  }

  /** Draws the messages around the match, with its row in the middle. */
  #placeRows(width: number): string[] {
    const { look, blocks } = this.#options
    const match = this.#matches[this.#selected]
    const pattern = this.#pattern
    if (!match || !pattern) return []
    const all = blocks()
    const draw = (from: number, to: number) => {
      this.#transcript.show(all.slice(Math.max(0, from), to), `${from}`)
      return this.#transcript.render(width)
    }
    const before = draw(match.block - shownBlocks, match.block)
    const own = draw(match.block, match.block + 1)
    const rows = [...before, ...own, ...draw(match.block + 1, match.block + 1 + shownBlocks)]
    const place = before.length + Math.max(0, this.#rowOf(match, own, pattern))
    const top = Math.max(0, Math.min(place - Math.floor(this.#height / 2) + this.#scrolled, rows.length - this.#height))
    this.#scrolled = top - place + Math.floor(this.#height / 2)
    return rows.slice(top, top + this.#height).map((row) => {
      const plain = stripTerminalSequences(row).normalize('NFC')
      return plain.search(pattern) < 0 ? row : markMatches(plain, pattern, look)
    })
  }

  /**
   * Finds the row of a match. Several matches of a block are in separate rows, in the same order. A match may be broken
   * by the end of a row.
   */
  #rowOf({ block }: Match, rows: readonly string[], pattern: RegExp): number {
    const earlier = this.#matches.slice(0, this.#selected).filter((each) => each.block === block).length
    const found = rows.flatMap((row, index) => (stripTerminalSequences(row).search(pattern) < 0 ? [] : [index]))
    return found[Math.min(earlier, found.length - 1)] ?? 0
  }
}
